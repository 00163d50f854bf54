/** Storage addresses: checks them, and removes passwords before they are shown. */
export const isPostgres = (address: string) => /^postgres(?:ql)?:\/\//.test(address);

/**
 * Whether this is a file, `memory` or a PostgreSQL address. Rejects mistyped database addresses, which would create a
 * folder with the password in its name. A single letter before a colon is a drive.
 */
export function isStorageAddress(address: unknown): address is string {
  if (typeof address !== "string" || address.trim() === "") return false;
  // The address of a socket has no host.
  if (isPostgres(address)) return URL.canParse(address.replace("@/", "@localhost/"));
  const [, ...afterSlashes] = address.split("//");
  return !/^\s*[a-z][a-z\d+.-]+:|\0/i.test(address) && !/^[^:]*:[^@]*@/.test(afterSlashes.join("//"));
}

/**
 * A password in an address. It may contain characters that otherwise end a host, such as `?`, but a port and a query do
 * not match.
 */
const password = /^(\w+:\/\/[^:?@]*):(?:[^?]*|(?!\d+(?:\/[^?]*)?\?\w+=).*)@/;

/** Returns the address with its passwords masked. */
export const withoutPassword = (address: string): string =>
  isPostgres(address) ? address.replace(password, "$1:***@").replace(/([?&]password=)[^&#]*/gi, "$1***") : address;
