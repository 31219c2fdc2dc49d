/** What people see of a store's address: where it is, and nothing that lets anybody in. */
export function storeName(address: string): string {
  if (!/^postgres(ql)?:\/\//.test(address)) return address;
  try {
    const url = new URL(address);
    const host = url.searchParams.get("host") ?? url.host;
    return `${host === "" ? "localhost" : host}${url.pathname}`;
  } catch {
    return "a PostgreSQL address that cannot be read";
  }
}
