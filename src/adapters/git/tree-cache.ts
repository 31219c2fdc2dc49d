/** Keeps tree ids by what they were computed from. A hit saves every git child for the tree. */
export interface TreeCache {
  get(key: string): string | null;
  set(key: string, tree: string): void;
}
