export const oldestNode = "22.13";

/** @param version - Undefined outside Node.js, for example in browsers. */
export function isTooOld(version: string | undefined): boolean {
  if (version === undefined) return false;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < 22 || (major === 22 && minor < 13);
}
