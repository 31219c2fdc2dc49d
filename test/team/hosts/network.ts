import { execFileSync } from "node:child_process";
import process from "node:process";

/** A network namespace with an address of its own. */
export interface Host {
  readonly name: string;
  readonly namespace: string;
  readonly address: string;
  /** How far its clock is off, as libfaketime takes it; empty: it is right. */
  readonly skew: string;
}

export interface Hosts {
  readonly database: Host;
  readonly agents: readonly [Host, Host, Host];
  /** Where this program itself sits on that network. */
  readonly here: Host;
  readonly switch: string;
}

const ip = (...args: readonly string[]): void => void execFileSync("ip", args, { stdio: ["ignore", "ignore", "pipe"] });

/** Five hosts on a switch that is a namespace as well. This program stays where it is, and gets a link of its own. */
export function makeHosts(): Hosts {
  const prefix = `pd${process.pid}`;
  const host = (name: string, number: number, skew = ""): Host => ({
    name,
    namespace: `${prefix}${name}`,
    address: `10.77.0.${number}`,
    skew,
  });
  const agents = [host("a", 11), host("b", 12, "+3d"), host("c", 13, "-3d")] as const;
  const hosts: Hosts = { database: host("db", 2), agents, here: host("h", 9), switch: `${prefix}sw` };
  try {
    ip("netns", "add", hosts.switch);
    ip("-n", hosts.switch, "link", "add", "br0", "type", "bridge");
    ip("-n", hosts.switch, "link", "set", "br0", "up");
    for (const one of [hosts.database, ...agents]) {
      ip("netns", "add", one.namespace);
      ip(
        "link",
        "add",
        "eth0",
        "netns",
        one.namespace,
        "type",
        "veth",
        "peer",
        "name",
        `to-${one.name}`,
        "netns",
        hosts.switch,
      );
      ip("-n", one.namespace, "addr", "add", `${one.address}/24`, "dev", "eth0");
      for (const device of ["lo", "eth0"]) ip("-n", one.namespace, "link", "set", device, "up");
      ip("-n", hosts.switch, "link", "set", `to-${one.name}`, "master", "br0", "up");
    }
    ip("link", "add", hosts.here.namespace, "type", "veth", "peer", "name", "to-here", "netns", hosts.switch);
    ip("addr", "add", `${hosts.here.address}/24`, "dev", hosts.here.namespace);
    ip("link", "set", hosts.here.namespace, "up");
    ip("-n", hosts.switch, "link", "set", "to-here", "master", "br0", "up");
  } catch (error) {
    removeHosts(hosts);
    throw error;
  }
  return hosts;
}

export function cutLink(hosts: Hosts, host: Host, down: boolean): void {
  ip("-n", hosts.switch, "link", "set", `to-${host.name}`, down ? "down" : "up");
}

/** Its links end with a namespace. */
export function removeHosts(hosts: Hosts): void {
  for (const one of [hosts.database.namespace, ...hosts.agents.map(({ namespace }) => namespace), hosts.switch]) {
    try {
      ip("netns", "del", one);
    } catch {
      // It was not made, or is gone already.
    }
  }
}
