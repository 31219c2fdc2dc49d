/** Rows that j and k walk through, in a view without a list of its own. */
export function walkRows(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")].filter(
    (row) => row.offsetParent !== null,
  );
  if (rows.length === 0) return false;
  const at = rows.findIndex((row) => row === document.activeElement || row.contains(document.activeElement));
  const next = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : Math.min(Math.max(at + step, 0), rows.length - 1)];
  next?.focus();
  return true;
}

/** The next row that failed or does not hold, after the one that is chosen; from the top again after the last. */
export function nextFailure(): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")].filter(
    (row) => row.offsetParent !== null,
  );
  const at = rows.findIndex((row) => row === document.activeElement);
  const turned = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
  const next = turned.find((row) => row.dataset["row"] === "bad");
  next?.focus();
  return next !== undefined;
}
