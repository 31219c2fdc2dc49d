import type { GenericSchema } from "valibot";
import { cleanStateSchema, packetSchema } from "../domain/packet-schema.ts";
import { recoverySchema } from "../domain/recovery-schema.ts";
import { configFileSchema } from "../workbench/parse-config.ts";

/** The published documents, by the name of their file in schemas/. */
export const schemas: Readonly<Record<string, { readonly title: string; readonly schema: GenericSchema }>> = {
  handoff: { title: "passdown hand-off packet, schema_version 1", schema: packetSchema },
  clean_state: { title: "passdown clean state, schema_version 1", schema: cleanStateSchema },
  recovery: { title: "passdown recovery record, schema_version 1", schema: recoverySchema },
  config: { title: "passdown.config.json", schema: configFileSchema },
};
