import type { Context } from "../context.ts";
import { version } from "../version.ts";
import { answerCall } from "./answer-call.ts";
import { chooseFolder } from "./choose-folder.ts";
import type { ClientSide, Face } from "./face.ts";
import { listPackets, readPacketResource, templates } from "./resources.ts";
import type { OpenPlace } from "./tool.ts";
import { tools } from "./tools.ts";

const instructions = [
  "passdown hands work over between sessions, on evidence.",
  "At the start of a session call pickup, unless its brief stands in your context already, and obey its decision.",
  "While you work, keep with note what only you or the user can know.",
  "Before you end, say with note (kind next) what comes next, call check, mend what it names, and call pack.",
].join(" ");

/** Everything that the server offers, in the place where this process was started. */
export function makeFace(context: Context): Face {
  const running = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    void work.finally(() => running.delete(work)).catch(() => undefined);
    return work;
  };
  // What keeps something goes one after the other, in the order of the calls; what reads waits for nobody.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  const placeOf =
    (client: ClientSide): OpenPlace =>
    async (named) => ({ ...context, cwd: await chooseFolder({ named, cwd: context.cwd, client }) });
  return {
    name: "passdown",
    version,
    instructions,
    tools,
    call: async (name, args, client) => {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) return null;
      const work = (): ReturnType<typeof answerCall> => answerCall(tool, args, placeOf(client));
      return track(tool.hints.readOnlyHint ? work() : inTurn(work));
    },
    templates,
    listResources: (cursor, client) => track(placeOf(client)(null).then((place) => listPackets(place, cursor))),
    readResource: (uri, client) => track(placeOf(client)(null).then((place) => readPacketResource(place, uri))),
    settled: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
