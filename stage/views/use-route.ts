/** The route is the part of the address after `#`, so the page works under any path. */
import { useSyncExternalStore } from "react";

export type Route =
  | { readonly page: "all" }
  | { readonly page: "begin"; readonly from: string | null }
  | { readonly page: "talk"; readonly thread: string }
  | { readonly page: "compare"; readonly one: string; readonly other: string }
  | { readonly page: "unknown"; readonly words: readonly string[] };

/** The decoded words between the slashes of an address. */
export const wordsIn = (hash: string): string[] =>
  hash
    .replace(/^#?\/?/, "")
    .split("/")
    .filter(Boolean)
    .map(decode);

function readRoute(hash: string): Route {
  const words = wordsIn(hash);
  const [page = "", first, second] = words;
  if (page === "") return { page: "all" };
  if (page === "begin") return { page: "begin", from: first ?? null };
  if (page === "talk" && first) return { page: "talk", thread: first };
  if (page === "compare" && first && second) return { page: "compare", one: first, other: second };
  return { page: "unknown", words };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const addressOf = (...parts: readonly string[]) => `#/${parts.map(encodeURIComponent).join("/")}`;

export const goTo = (...parts: readonly string[]) => {
  location.hash = addressOf(...parts);
};

const subscribe = (onChange: () => void) => {
  addEventListener("hashchange", onChange);
  return () => removeEventListener("hashchange", onChange);
};

export const useRoute = (): Route => readRoute(useSyncExternalStore(subscribe, () => location.hash));
