import { describe, expect, it } from "vitest";
import { findDebugCode } from "../../src/domain/clean/rules/debug-code.ts";

const yes = true;
const no = false;
const cases: readonly (readonly [path: string, line: string, isDebug: boolean])[] = [
  // JavaScript
  ["src/a.js", "  debugger;", yes],
  ["src/a.ts", "if (x) debugger", yes],
  ["src/a.js", "const debuggers = 1;", no],
  ["src/a.js", "// a debugger; statement", no],
  ["src/a.js", "const text = 'debugger;';", no],
  ["src/a.js", "console.log('DEBUG', value);", yes],
  ["src/a.js", 'console.log("debug: ", value);', yes],
  ["src/a.js", "console.log(`[debug] ${value}`)", yes],
  ["src/a.js", "console.log('here');", yes],
  ["src/a.js", "console.log('got here 2')", yes],
  ["src/a.js", "console.log('>>>> value', value)", yes],
  ["src/a.js", "console.error('!!! broken', e)", yes],
  ["src/a.js", "console.log(user);", yes],
  ["src/a.js", "console.log(user.name, items[0]);", yes],
  ["src/a.js", "console.log({ user, items })", yes],
  ["src/a.js", "console.log('user', user)", yes],
  ["src/a.js", 'console.log("user.name:", user.name);', yes],
  ["lib/a.mjs", "  console.dir(state)", yes],
  ["lib/a.mjs", "  console.trace();", yes],
  ["src/a.js", "console.log('Server listens on', port);", no],
  ["src/a.js", "console.log(`wrote ${count} files`);", no],
  ["src/a.js", "console.log(formatTable(rows));", no],
  ["src/a.js", "console.log(output);", no],
  ["src/a.js", "console.log();", no],
  ["src/a.js", "console.log('Debug mode enabled');", no],
  ["src/a.js", "console.log('debug level: %s', level);", no],
  ["src/a.js", "console.error(error);", no],
  ["src/a.js", "console.log('Here is your report');", no],
  ["src/a.js", "mock.console.log(user);", no],
  ["src/a.js", "const re = /console\\.log\\(x\\)/;", no],
  ["src/a.js", "rule('no console.log(x) please');", no],
  ["src/cli/run.js", "console.log(result);", no],
  ["src/cli/run.js", "console.log('DEBUG', result);", yes],
  ["bin/tool.mjs", "console.log(result);", no],
  ["scripts/build.mjs", "console.log(size);", no],
  ["index.js", "console.log(result);", no],
  ["src/logger.ts", "console.log(entry);", no],
  ["test/a.test.js", "console.log(user);", no],
  ["test/a.test.js", "console.log('DEBUG', user);", no],
  ["test/a.test.js", "debugger;", yes],
  ["test/a.test.js", "it.only('works', () => {", yes],
  ["test/a.test.js", "describe.only.each([1])('x', () => {", yes],
  ["test/a.test.ts", "test.describe.only('x', () => {", yes],
  ["test/a.test.js", "fit('works', () => {", yes],
  ["test/a.test.js", '  fdescribe("suite", () => {', yes],
  ["test/a.test.js", "it('only', () => {", no],
  ["test/a.test.js", "// it.only( is refused", no],
  ["test/a.test.js", "model.fit('data');", no],
  ["src/layout.js", "fit('cover');", no],
  ["src/a.tsx", "{/* console.log(user) */}", no],
  ["examples/a.js", "console.log('debug', user);", no],
  ["docs/debug.md", "console.log('debug', user); debugger;", no],
  ["test/fixtures/bad.js", "debugger;", no],
  ["vendor/a.js", "debugger;", no],
  // Python
  ["app.py", "breakpoint()", yes],
  ["app.py", "    if x: breakpoint()", yes],
  ["app.py", "import pdb; pdb.set_trace()", yes],
  ["app.py", "    ipdb.set_trace()", yes],
  ["app.py", "from icecream import ic", yes],
  ["app.py", "def breakpoint(self):", no],
  ["app.py", "self.breakpoint()", no],
  ["app.py", '"""calls pdb.set_trace() for you"""', no],
  ["app.py", "print('DEBUG', x)", yes],
  ["app.py", 'print(f"DEBUG: {x}")', yes],
  ["app.py", "print('here')", yes],
  ["app.py", 'print(f"{x=}")', yes],
  ["app.py", 'print(f"{a.b=!r} and more")', yes],
  ["app.py", 'print(f"{x:>10}")', no],
  ["app.py", 'print(f"{x == y}")', no],
  ["app.py", "print(x)", no],
  ["app.py", "print('total:', total)", no],
  ["app.py", "print('Debugging symbols written')", no],
  ["app.py", "pprint('DEBUG', x)", no],
  ["tests/test_app.py", "print('DEBUG', x)", no],
  ["tests/test_app.py", "breakpoint()", yes],
  ["app.py", "x = 1  # DEBUG", yes],
  ["app.py", "# DEBUG", yes],
  ["settings.py", "# DEBUG = True", no],
  ["settings.py", "DEBUG = True", no],
  ["settings.py", "# DEBUG: the most verbose level", no],
  ["app.py", "retry = 0  # TODO remove before merge", yes],
  ["app.py", "# TODO: remove support for version 1", no],
  // Others
  ["src/lib.rs", "    dbg!(&x);", yes],
  ["src/lib.rs", "fn f<'a>(x: &'a str) { dbg!(x); }", yes],
  ["src/lib.rs", "let y = dbg!(x) + 1;", yes],
  ["src/lib.rs", "// dbg!(x)", no],
  ["src/lib.rs", 'eprintln!("DEBUG {}", x);', yes],
  ["src/main.rs", 'println!("{}", x);', no],
  ["a.go", 'fmt.Println("DEBUG", x)', yes],
  ["a.go", 'fmt.Printf("debug: %v\\n", x)', yes],
  ["a.go", 'fmt.Fprintln(os.Stderr, "DEBUG", x)', yes],
  ["a.go", "fmt.Println(x)", no],
  ["a.go", "spew.Dump(x)", yes],
  ["a.go", "\tprintln(x)", yes],
  ["a.go", 'log.Printf("[DEBUG] %v", x)', no],
  ["A.java", 'System.out.println("DEBUG " + x);', yes],
  ["A.java", 'System.out.println("Done");', no],
  ["A.kt", 'println("debug: $x")', yes],
  ["a.c", 'fprintf(stderr, "DEBUG %d\\n", x);', yes],
  ["a.cpp", 'std::cout << "DEBUG " << x;', yes],
  ["a.cpp", 'std::cout << "ok" << x;', no],
  ["A.cs", 'Console.WriteLine("DEBUG");', yes],
  ["A.cs", "Debugger.Break();", yes],
  ["a.rb", "binding.pry", yes],
  ["a.rb", "  byebug", yes],
  ["a.rb", "puts 'DEBUG'", yes],
  ["a.rb", "puts name", no],
  ["spec/a_spec.rb", "  fit 'works' do", yes],
  ["spec/a_spec.rb", "  it 'works', focus: true do", yes],
  ["app/view.rb", "  resize focus: true", no],
  ["a.php", "var_dump($x);", yes],
  ["a.php", "dd($x);", yes],
  ["a.php", "function dd($x) {", no],
  ["a.php", "$this->dd($x);", no],
  ["a.php", "add($x);", no],
  ["lib/a.ex", "x |> IO.inspect()", yes],
  ["lib/a.ex", "IEx.pry()", yes],
  ["a.swift", "debugPrint(x)", yes],
  ["run.sh", 'echo "DEBUG $x"', yes],
  ["run.sh", 'echo "done"', no],
  ["run.sh", "set -x  # remove before merging", yes],
  ["src/a.js", "// XXX remove", yes],
  ["src/a.js", "send(x); // DEBUG", yes],
  ["src/a.js", "// nocommit", yes],
  ["src/a.js", "// XXX: is this right?", no],
  ["src/a.js", "/** DEBUG */", no],
  ["data.json", '"debugger;"', no],
  ["Makefile", "debug: all", no],
];

describe("an added line", () => {
  it.each(cases)("%s: %s", (path, line, isDebug) => {
    expect(findDebugCode({ path, start: 1, lines: [line] }, []).length > 0).toBe(isDebug);
  });

  it("within a string or comment that began above is no code", () => {
    const within = (path: string, ...lines: string[]): number => findDebugCode({ path, start: 1, lines }, []).length;
    expect(within("a.py", 'x = """', "breakpoint()", '"""')).toBe(0);
    expect(within("a.py", 'x = """', '"""', "breakpoint()")).toBe(1);
    expect(within("src/a.js", "const t = `", "debugger;", "`;", "debugger;")).toBe(1);
    expect(within("src/a.js", "/*", "debugger;", "*/")).toBe(0);
  });

  it("is named with its line number in the file", () => {
    const found = findDebugCode({ path: "src/a.js", start: 40, lines: ["a();", "  debugger;"] }, []);
    expect(found).toEqual(["line 41: debugger statement: debugger;"]);
  });

  it("is long-cut without breaking a character", () => {
    const [found] = findDebugCode({ path: "src/a.js", start: 1, lines: [`debugger; // ${"😀".repeat(200)}`] }, []);
    expect(found).not.toMatch(/\p{Surrogate}/u);
    expect([...(found ?? "")].length).toBeLessThan(130);
  });
});
