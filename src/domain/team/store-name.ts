/** `postgres://…`, as every PostgreSQL client takes it. */
export function isPostgresAddress(address: string): boolean {
  return /^postgres(ql)?:\/\//.test(address);
}

/** A folder: `file:///…` or an absolute path. */
export function isFolderAddress(address: string): boolean {
  return address.startsWith("file:///") || /^(?:\/|[A-Za-z]:[\\/])/.test(address);
}

/** What people see of a store's address: where it is, and nothing that lets anybody in. null: it names no store. */
export function storeName(address: string): string | null {
  if (isFolderAddress(address)) return address;
  if (!isPostgresAddress(address)) return null;
  try {
    const url = new URL(address);
    const host = url.searchParams.get("host") ?? url.host;
    return `${host === "" ? "localhost" : host}${url.pathname}`;
  } catch {
    return null;
  }
}
