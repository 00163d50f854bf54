/** Where conversations are stored: what an address may be, and what may be shown of it. */
export const isPostgres = (address: string) => /^postgres(?:ql)?:\/\//.test(address);

/**
 * Whether this is a file, `memory` or an address of PostgreSQL. A mistyped address would become a folder with its password in the
 * name. A single letter before a colon is a drive.
 */
export function isStorageAddress(address: unknown): address is string {
  if (typeof address !== "string" || address.trim() === "") return false;
  // The address of a socket has no host.
  if (isPostgres(address)) return URL.canParse(address.replace("@/", "@localhost/"));
  const [, ...behindSlashes] = address.split("//");
  return !/^\s*[a-z][a-z\d+.-]+:|\0/i.test(address) && !/^[^:]*:[^@]*@/.test(behindSlashes.join("//"));
}

/** A password in an address, which may hold what ends a host in others, such as a question mark; but not a port and a query. */
const password = /^(\w+:\/\/[^:?@]*):(?:[^?]*|(?!\d+(?:\/[^?]*)?\?\w+=).*)@/;

/** The address as it may be printed. */
export const withoutPassword = (address: string): string =>
  isPostgres(address) ? address.replace(password, "$1:***@").replace(/([?&]password=)[^&#]*/gi, "$1***") : address;
