import { resolve } from "node:path";
import { findHome } from "../adapters/home/find-home.ts";
import type { Context } from "../context.ts";
import { auditPacket } from "./audit-packet.ts";
import { auditTemplate } from "./audit-template.ts";
import type { AuditResult } from "./finding.ts";
import { locateTarget, type AuditTarget } from "./locate-target.ts";
import { readText } from "./read-home.ts";
import { auditRecovery } from "./recovery/audit-recovery.ts";

export interface AuditOptions {
  /** Folder that holds `runs` and `recovery-records`; default: the home. */
  readonly root?: string;
}

/**
 * Checks a packet, a recovery record or a hand-off that was written by hand, independently of what made it. `target` is
 * a packet id, the name of a record, or a path.
 */
export async function audit(context: Context, target: string, options: AuditOptions = {}): Promise<AuditResult> {
  return (await auditTarget(context, target, options)).result;
}

export interface AuditedTarget {
  readonly kind: AuditTarget["kind"];
  readonly result: AuditResult;
}

export async function auditTarget(context: Context, target: string, options: AuditOptions): Promise<AuditedTarget> {
  const { home } = findHome(context.cwd, context.env);
  const root = options.root === undefined ? home : resolve(context.cwd, options.root);
  const found = locateTarget(target, { cwd: context.cwd, home, root });
  switch (found.kind) {
    case "packet":
      return { kind: found.kind, result: auditPacket(context, found.path) };
    case "recovery":
      return { kind: found.kind, result: auditRecovery({ folder: found.folder, home: root }) };
    case "template": {
      const findings = auditTemplate(readText(found.path));
      const result = findings.length === 0 ? "pass" : "fail";
      return { kind: found.kind, result: { result, findings, unchecked: [] } };
    }
  }
}
