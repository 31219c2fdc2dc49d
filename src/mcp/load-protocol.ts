import { createRequire } from "node:module";
import type { Serve } from "./face.ts";

/** The protocol's library is larger than passdown's command line: it lies in a file of its own, and this alone loads it. */
export function loadProtocol(): Serve {
  const load = createRequire(import.meta.url);
  const { serve } = load("./mcp.cjs") as { readonly serve: Serve };
  return serve;
}
