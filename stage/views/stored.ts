/** Preferences that the browser keeps. A page in a file or a frame may have no access to the browser's storage. */

/** Returns a stored preference, or null. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`rostrum.${name}`);
  } catch {
    return null;
  }
}

/** Without access to the storage, the preference lasts until the page closes. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`rostrum.${name}`, value);
  } catch {}
}
