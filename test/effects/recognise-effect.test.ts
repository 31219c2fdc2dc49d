import { describe, expect, test } from "vitest";
import { recogniseEffects } from "../../src/domain/effects/recognise-effect.ts";

const all = (text: string) => recogniseEffects({ shell: text });
const shell = (text: string) => all(text)[0] ?? null;
const argv = (...words: string[]) => recogniseEffects({ argv: words })[0] ?? null;

describe("commands that act outside the work tree", () => {
  test.each([
    ["git_push", "git push", "git ls-remote --heads --tags origin"],
    ["git_push", "git -C sub -c push.default=current push -u origin main", "git ls-remote --heads --tags origin"],
    ["git_push", "git --no-pager push upstream v1", "git ls-remote --heads --tags upstream"],
    ["package_publish", "npm publish --access public", "npm view . versions"],
    ["package_publish", "pnpm -r publish", "npm view . versions"],
    ["package_publish", "yarn npm publish", "npm view . versions"],
    ["package_publish", "cargo publish -p core", null],
    ["package_publish", "twine upload dist/x.whl", null],
    ["package_publish", "python -m twine upload dist/x.whl", null],
    ["package_publish", "gem push x.gem", null],
    ["package_publish", "dotnet nuget push x.nupkg", null],
    ["package_publish", "uv publish", null],
    ["image_push", "docker push registry/app:1", "docker manifest inspect registry/app:1"],
    ["image_push", "podman image push registry/app:1", "podman manifest inspect registry/app:1"],
    ["image_push", "docker buildx build --push -t a .", null],
    ["cluster_change", "kubectl -n shop apply -f k8s/", "kubectl get all"],
    ["cluster_change", "kubectl rollout restart deployment/web", "kubectl get all"],
    ["cluster_change", "helm upgrade web ./chart", "helm list --all-namespaces"],
    ["infrastructure_change", "terraform -chdir=infra apply -auto-approve", "terraform plan -lock=false"],
    ["infrastructure_change", "tofu destroy", "tofu plan -lock=false"],
    ["infrastructure_change", "pulumi up --yes", "pulumi preview"],
    ["release", "gh release create v1 --notes x", "gh release list"],
    ["release", "gh pr merge 12 --squash", "gh pr list --state all"],
    ["release", "gh issue comment 3 --body hi", "gh issue list --state all"],
    ["http_write", "curl -X POST https://api.example/items -d @item.json", null],
    ["http_write", "curl -XDELETE https://api.example/items/3", null],
    ["http_write", "curl -sSd a=1 https://api.example", null],
    ["http_write", "curl --request=PUT https://api.example/x", null],
    ["http_write", "curl -fsST dist.tgz https://up.example", null],
    ["http_write", "curl --json '{}' https://api.example", null],
    ["http_write", "gh api repos/o/r/issues -f title=x", null],
    ["http_write", "gh api repos/o/r/issues -ftitle=x", null],
    ["http_write", "gh api -XPOST repos/o/r/issues", null],
    ["http_write", "gh api --method=DELETE repos/o/r/issues/1", null],
    ["http_write", "wget --post-data=a=1 https://api.example", null],
    ["http_write", "http POST https://api.example a=1", null],
    ["migration", "python manage.py migrate", "python manage.py showmigrations"],
    ["migration", "./manage.py migrate shop", "./manage.py showmigrations"],
    ["migration", "bundle exec rails db:migrate", "rails db:migrate:status"],
    ["migration", "npx prisma migrate deploy", "prisma migrate status"],
    ["migration", "npx prisma db push", "prisma migrate status"],
    ["migration", "knex migrate:latest", "knex migrate:status"],
    ["migration", "alembic upgrade head", "alembic current"],
    ["migration", "flyway -url=jdbc:x migrate", "flyway info"],
    ["migration", "node scripts/migrate.js", null],
    ["migration", "npm run db:migrate", null],
    ["deployment", "./deploy.sh", null],
    ["deployment", "bash scripts/deploy-prod.sh v3", null],
    ["deployment", "npm run deploy", null],
    ["deployment", "yarn deploy:production", null],
    ["deployment", "make deploy", null],
    ["deployment", "cap production deploy", null],
    ["deployment", "gcloud app deploy --quiet", null],
    ["service_change", "sudo systemctl restart nginx", "systemctl status nginx"],
    ["service_change", "systemctl --user stop worker", "systemctl --user status worker"],
    ["service_change", "service nginx reload", "service nginx status"],
    ["remote_copy", "scp -r dist web@host:/srv/www", null],
    ["remote_copy", "rsync -az dist/ host:/srv", null],
    ["remote_copy", "aws s3 sync dist s3://bucket/x", "aws s3 ls s3://bucket/x"],
    ["mail", "mail -s done team@example.org", "mailq"],
    ["mail", "echo hi | sendmail a@example.org", "mailq"],
  ])("%s: %s", (kind, text, probe) => {
    const effect = shell(text);
    expect(effect?.kind).toBe(kind);
    expect(effect?.probe ?? null).toBe(probe);
  });

  test.each([
    "npm test && git push",
    "cd infra; terraform apply -auto-approve",
    "(git add -A && git commit -m x && git push origin main) || true",
    "sh -c 'npm run build && npm publish'",
    "timeout 60 env CI=1 git push",
    "for host in a b; do scp dist $host:/srv; done",
    'git push "$REMOTE" main',
    "nohup ./deploy.sh > log 2>&1 &",
    "sleep 1\ngit push",
  ])("inside a longer command: %s", (text) => {
    expect(shell(text)).not.toBeNull();
  });

  test("an argv is looked at word by word", () => {
    expect(argv("git", "push", "origin", "main")?.kind).toBe("git_push");
    expect(argv("/usr/bin/git", "push")?.kind).toBe("git_push");
    expect(argv("bash", "-euo", "pipefail", "-c", "npm publish")?.kind).toBe("package_publish");
    expect(argv("echo", "done; git push")).toBeNull();
  });
});

describe("commands that only look, or only mention one that acts", () => {
  test.each([
    "git status",
    "git stash push -m wip",
    "git subtree push --prefix x origin y --dry-run",
    "git push --dry-run origin main",
    "git push -n",
    "git push --help",
    'git commit -m "describe git push and npm publish"',
    "grep -rn 'kubectl apply' docs",
    "rg 'git push' README.md",
    "echo git push",
    "cat deploy.sh",
    "ls deploy",
    "git checkout deploy",
    "mkdir -p build/deploy",
    "npx vitest run test/deploy",
    "pytest tests/mail tests/deploy",
    "npm test -- mail",
    "npm run deploy:check",
    "npm run build",
    "npm publish --dry-run",
    "kubectl get pods",
    "kubectl rollout status deployment/web",
    "kubectl apply --dry-run=client -f x.yaml",
    "helm list",
    "helm upgrade web ./chart --dry-run",
    "terraform plan",
    "docker build -t a .",
    "gh pr list",
    "gh pr view 3",
    "curl https://api.example/items",
    "curl -fsSL -o data https://api.example",
    "curl -ofile.d https://api.example",
    "curl -G -d q=1 https://api.example",
    "curl -X GET -d '{}' https://api.example/_search",
    "curl -XGET --json '{}' https://api.example/_search",
    "gh api -XGET search/issues -f q=x",
    "gh api --method=GET search/issues -f q=x",
    "gh api --method GET search/issues -f q=x",
    "gh api -iX=GET search/issues -fq=x",
    "gh api -X get search/issues --raw-field q=x",
    "glab api --method=GET projects -f search=x",
    "rsync -az host:/srv/data data/",
    "rsync --dry-run -az dist/ host:/srv",
    "scp host:/etc/hosts .",
    "alembic current",
    "knex migrate:status",
    "npx prisma migrate status",
    "python manage.py makemigrations",
    "systemctl status nginx",
    "service nginx status",
    "node scripts/migrate.js --dry-run",
    "git config user.mail a@example.org",
    "man mail",
    "",
    "   ",
  ])("%s", (text) => {
    expect(shell(text)).toBeNull();
  });
});

describe("the id of an effect (E9)", () => {
  test("is the same however often and however it was recorded", () => {
    const id = argv("git", "push", "origin", "main")?.id;
    expect(id).toMatch(/^e-[0-9a-f]{12}$/);
    expect(shell("git push origin main")?.id).toBe(id);
    expect(shell("git  push   origin main")?.id).toBe(id);
    expect(shell("sh -c 'git push origin main'")?.id).toBe(id);
  });

  test("differs with kind, target and content", () => {
    const ids = ["git push origin main", "git push origin next", "git push backup main", "npm publish"].map(
      (text) => shell(text)?.id,
    );
    expect(new Set(ids).size).toBe(4);
  });
});

test.each(["git push", "sh -c 'git push'", "timeout 5 git push 2>&1"])(
  "the exit code of %s is the effect's own",
  (text) => {
    expect(shell(text)?.alone).toBe(true);
  },
);

test.each(["git push && npm test", "git push; true", "git push | cat", "git push &", "! git push"])(
  "the exit code of %s is not the effect's own",
  (text) => {
    expect(shell(text)?.alone).toBe(false);
  },
);

describe("a command with several programs that act", () => {
  test.each<[string, readonly (readonly [string, string | null])[]]>([
    [
      "git push && npm publish",
      [
        ["git push", "git ls-remote --heads --tags origin"],
        ["npm publish", "npm view . versions"],
      ],
    ],
    [
      "cd ../infra && terraform apply",
      [["cd ../infra && terraform apply", "cd ../infra && terraform plan -lock=false"]],
    ],
    [
      "(cd a; cd b; ./deploy.sh) && git push origin x",
      [
        ["cd a && cd b && ./deploy.sh", null],
        ["git push origin x", "git ls-remote --heads --tags origin"],
      ],
    ],
    ["cd a || exit 1; cd /srv && ./deploy.sh", [["cd /srv && ./deploy.sh", null]]],
    [
      "pushd a && ./deploy.sh; popd; ./migrate.sh",
      [
        ["pushd a && ./deploy.sh", null],
        ["./migrate.sh", null],
      ],
    ],
    [
      "sh -c 'cd a && ./deploy.sh'; ./migrate.sh",
      [
        ["cd a && ./deploy.sh", null],
        ["./migrate.sh", null],
      ],
    ],
    ["cd a && npm test && sh -c './deploy.sh'", [["cd a && ./deploy.sh", null]]],
    ["cd a | cat; ./deploy.sh", [["./deploy.sh", null]]],
    ["for d in a b; do cd $d; npm publish; done", [["cd '$d' && npm publish", "cd '$d' && npm view . versions"]]],
  ])("%s", (text, effects) => {
    expect(all(text).map(({ what, probe }) => [what, probe])).toEqual(effects);
  });

  test("each has an id of its own, the same however often it is asked", () => {
    const ids = () => all("git push origin a && git push origin b && npm publish").map(({ id }) => id);
    expect(new Set(ids()).size).toBe(3);
    expect(ids()).toEqual(ids());
  });

  test("of two the exit code is nobody's own", () => {
    expect(all("git push && npm publish").map(({ alone }) => alone)).toEqual([false, false]);
  });
});
