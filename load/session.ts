import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startClient, type ClientProcess, type Ended } from "./client-process.ts";
import { planKill, type TempWatch } from "./kills.ts";
import type { Ledger, Outcome } from "./ledger.ts";
import type { Limiter } from "./limiter.ts";
import type { Pace } from "./pace.ts";
import { hookEvent, type Moment } from "./payloads.ts";
import type { Rush } from "./rush.ts";
import { clients, openTranscript, type Client, type Transcript } from "./transcript.ts";
import type { Place, World } from "./world.ts";

/** What all sessions share. */
export interface Stage {
  readonly world: World;
  readonly ledger: Ledger;
  readonly limit: Limiter;
  readonly pace: Pace;
  readonly temps: TempWatch;
  readonly rush: Rush<Session>;
  readonly programs: { readonly cli: string; readonly hook: string };
  readonly isOver: () => boolean;
}

/** Share of the processes that are killed at some moment of their work. */
const killed = 0.12;

export function threadOf({ branch }: Place, topic: string | null): string {
  return JSON.stringify([branch, topic]);
}

/** One session of a client: a process that calls hooks and commands until it leaves or dies. */
export class Session {
  readonly id: string;
  readonly client: Client;
  readonly place: Place;
  readonly topic: string | null;
  readonly transcript: Transcript;
  /** Its own, so that what a session chooses does not hang on the pace of others. */
  readonly random: () => number;
  /** It runs with others in places that were given to all of them. */
  together = false;
  /** The share of the next operation's usual time after which the client dies. */
  doom: number | null = null;
  private readonly stage: Stage;
  private readonly process: ClientProcess;
  private readonly life: { readonly pid: number; readonly from: number; until: number | null };
  private turns = 0;

  constructor(stage: Stage, options: Pick<Session, "id" | "place" | "topic" | "random">) {
    const { world, temps } = stage;
    const { random } = options;
    this.stage = stage;
    this.random = random;
    this.id = options.id;
    this.place = options.place;
    this.topic = options.topic;
    this.client = clients[Math.floor(random() * clients.length)] ?? "claude";
    const { root: cwd, branch } = options.place;
    const transcripts = join(world.folder, "transcripts");
    this.transcript = openTranscript(this.client, { id: options.id, folder: transcripts, cwd, branch });
    const folder = join(world.folder, "clients", options.id);
    mkdirSync(folder);
    this.process = startClient({ name: this.client, cwd, env: world.env, folder, temps });
    this.life = { pid: this.process.pid, from: Date.now(), until: null };
    stage.ledger.clients.push(this.life);
  }

  /** Branch and topic: who shares them meets on the same packets. */
  get thread(): string {
    return threadOf(this.place, this.topic);
  }

  /** Tells apart what this session did from what all the others did. Letters only, as in a word that anybody may see. */
  token(): string {
    this.turns += 1;
    const letters = (number: number): string =>
      [...number.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("");
    const [, session = "0", life = "0"] = this.id.split("-");
    return `load-${letters(Number(session))}-${letters(Number(life))}-${letters(this.turns)}`;
  }

  async passdown(name: string, args: readonly string[], outcomeOf: (ended: Ended) => Outcome): Promise<Ended | null> {
    return this.run(name, { args: [this.stage.programs.cli, ...args], input: "", outcomeOf });
  }

  async hook(
    moment: Moment,
    tool: { readonly callId: string; readonly command: string } | null = null,
  ): Promise<boolean> {
    const told = { sessionId: this.id, transcript: this.transcript.path, cwd: this.place.root, tool };
    const { args, input } = hookEvent(this.client, moment, told);
    // A hook exits 0 whatever happens; what went wrong stands on stderr.
    const outcomeOf = (ended: Ended): Outcome => (ended.code === 0 && ended.stderr === "" ? "ok" : "failed");
    const ended = await this.run(`hook ${moment}`, { args: [this.stage.programs.hook, ...args], input, outcomeOf });
    return ended !== null;
  }

  /** An edit as people make them: the load's own, and the only writes in a work tree. */
  edit(): void {
    const path = join(this.place.root, "work", `${this.id.split("-")[1]}.txt`);
    const content = `${this.token()}\n`;
    this.stage.world.edits.set(path, content);
    writeFileSync(path, content);
  }

  async leave(how: "leave" | "kill"): Promise<void> {
    await this.process.end(how);
    this.life.until ??= Date.now();
  }

  /** null unless the process came to a good end. */
  private async run(
    name: string,
    call: {
      readonly args: readonly string[];
      readonly input: string;
      readonly outcomeOf: (ended: Ended) => Outcome;
    },
  ): Promise<Ended | null> {
    const { stage, process, random, life } = this;
    const { ledger, pace } = stage;
    const drawn = random();
    const usual = pace.usual(name);
    const planned = planKill(random, { name, usualMs: usual });
    const kill = drawn < killed ? planned : null;
    const ended = await stage.limit(
      async () => {
        if (life.until !== null) return null;
        const { doom } = this;
        this.doom = null;
        const timer = doom === null ? undefined : setTimeout(() => void this.leave("kill"), doom * usual);
        const end = await process.call({ args: call.args, input: call.input, kill });
        clearTimeout(timer);
        return end;
      },
      this.together ? 0 : 1,
    );
    // The client is dead: nobody calls anything any more.
    if (ended === null) return null;
    const outcome = call.outcomeOf(ended);
    const struck = ended.signalledMs !== null || ended.code === null;
    const counted = outcome === "failed" && struck ? "killed" : outcome;
    ledger.count(name, counted, ended);
    if (kill !== null) ledger.countKill(kill, ended, usual);
    if (counted !== "killed" && counted !== "failed") pace.saw(name, ended.ms);
    return outcome === "ok" ? ended : null;
  }
}
