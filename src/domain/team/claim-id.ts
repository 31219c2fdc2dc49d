/** Follows from the operation that claims: a retry makes no other one. */
export function claimId(operation: string): string {
  return `c-${operation.slice(2, 18)}`;
}
