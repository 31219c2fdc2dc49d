import type { Damage } from "../../domain/workbench.ts";
import { listChains, listRecords, readRecord } from "./chain-files.ts";
import type { HomeFolder } from "./home-folder.ts";

/** Every gap, edit and unreadable record in all chains. Reads everything: for `audit` and `doctor`. */
export function verifyChains(folder: HomeFolder): readonly Damage[] {
  const { keys, damage } = listChains(folder);
  return [...damage, ...keys.flatMap((key) => verifyOne(folder, key))];
}

function verifyOne(folder: HomeFolder, key: string): readonly Damage[] {
  const damage: Damage[] = [];
  const newest = listRecords(folder, key)[0] ?? 0;
  let before: string | null = null;
  for (let seq = 1; seq <= newest; seq += 1) {
    const stored = readRecord(folder, key, seq);
    if (stored.damage !== null) damage.push(stored.damage);
    if (stored.record !== null && before !== null && stored.record.prev !== before) {
      damage.push({
        path: `home:chains/${key}`,
        code: "chain_edited",
        place: `record ${seq - 1}`,
        detail: `its bytes are not those that record ${seq} was written after`,
      });
    }
    if (stored.record !== null && seq === 1 && stored.record.prev !== null) {
      damage.push({
        path: `home:chains/${key}`,
        code: "chain_edited",
        place: "record 1",
        detail: "the first record names one before it",
      });
    }
    before = stored.sha256;
  }
  return damage;
}
