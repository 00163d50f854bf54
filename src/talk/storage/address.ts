export const isPostgres = (address: string) => /^postgres(?:ql)?:\/\//.test(address);

/**
 * Returns false for an empty text, and for what looks like a mistyped database address, because opening a file with
 * such a name could create a folder whose name contains the password. A single letter before a colon is a Windows
 * drive.
 */
export function isStorageAddress(address: unknown): address is string {
  if (typeof address !== "string" || address.trim() === "") return false;
  // Addresses with a Unix socket have no host, so this adds a host for the check.
  if (isPostgres(address)) return URL.canParse(address.replace("@/", "@localhost/"));
  const [, ...afterSlashes] = address.split("//");
  return !/^\s*[a-z][a-z\d+.-]+:|\0/i.test(address) && !/^[^:]*:[^@]*@/.test(afterSlashes.join("//"));
}

/**
 * Matches an address up to the end of its password. A password can contain characters that otherwise end the host, such
 * as `?`. A port before a query is not a password.
 */
const password = /^(\w+:\/\/[^:?@]*):(?:[^?]*|(?!\d+(?:\/[^?]*)?\?\w+=).*)@/;

export const withoutPassword = (address: string): string =>
  isPostgres(address) ? address.replace(password, "$1:***@").replace(/([?&]password=)[^&#]*/gi, "$1***") : address;
