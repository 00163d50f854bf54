/** The oldest version of Node.js on which Rostrum runs. */
export const oldestNode = "22.13";

/** @param version - The version, such as `20.20.2`; undefined outside Node.js, for example in browsers. */
export function isTooOld(version: string | undefined): boolean {
  if (version === undefined) return false;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < 22 || (major === 22 && minor < 13);
}
