/** A document as it lies in a run's folder. */
export function toText(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
