/** The table "growth": each row over the smallest size of its kind. */
export function printGrowth(rows, print) {
  print("| what grows | operation | size | ×size | ms median (min to max) | ×cost | peak MB | ×peak | expected | |");
  print("|---|---|---|---|---|---|---|---|---|---|");
  for (const row of rows) {
    const { ms } = row;
    const cells = [
      row.dimension,
      row.operation,
      row.size.toLocaleString("en"),
      number(row.size_factor),
      `${number(ms.median)} (${number(ms.min)} to ${number(ms.max)})`,
      number(row.cost_factor.median),
      number(row.peak_mb),
      number(row.peak_factor),
      row.expected,
      row.met ? "" : "grows too fast",
    ];
    print(`| ${cells.join(" | ")} |`);
  }
}

function number(value) {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value < 10 ? 2 : 1);
}
