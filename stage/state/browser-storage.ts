/** Uses the browser's storage, to which a page that was opened from a file or in a frame may have no access. */

/**
 * `local` keeps a text for all tabs until the site's data is cleared; `tab` keeps it for one tab until that tab closes.
 */
type Extent = "local" | "tab";

const storageOf = (extent: Extent) => (extent === "local" ? localStorage : sessionStorage);
const keyOf = (name: string) => `rostrum.${name}`;

export function recall(name: string, extent: Extent = "local"): string | null {
  try {
    return storageOf(extent).getItem(keyOf(name));
  } catch {
    return null;
  }
}

export function recallValue<Value>(name: string, extent?: Extent): Value | null {
  try {
    return JSON.parse(recall(name, extent) ?? "null") as Value | null;
  } catch {
    return null;
  }
}

export function remember(name: string, text: string | null, extent: Extent = "local"): void {
  try {
    if (text === null) storageOf(extent).removeItem(keyOf(name));
    else storageOf(extent).setItem(keyOf(name), text);
  } catch {
    // If the storage is unavailable or full, only the page itself keeps the text, until it closes.
  }
}
