import { v5 as namedId } from "@langchain/core/utils/uuid";
import { forbiddenInName, maxNameLength, tidyName, visiblePart } from "../../../core/text/name.js";
import { invalidField } from "../../../errors/rostrum-error.js";

/** Names that look like options are not allowed, because a command line would take them for options. */
export const isThreadName = (name: string) =>
  visiblePart(name) !== "" && !name.startsWith("-") && [...name].length <= maxNameLength && !forbiddenInName(name);

/**
 * The prefix, such as `ada:`, ends with its only colon, and chosen names contain no colon, so owners cannot construct
 * the full name of another owner's thread.
 */
export const ownerPrefix = (owner: string): string => `${encodeURIComponent(owner)}:`;

export function ownerOf(thread: string): string | null {
  const [, encoded] = /^([^:]+):/.exec(thread) ?? [];
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

export const prefixOf = (thread: string): string => {
  const owner = ownerOf(thread);
  return owner === null ? "" : ownerPrefix(owner);
};

/** A full name contains the owner's prefix if the thread has an owner. Otherwise, it is only the thread's name. */
export function isFullName(thread: string): boolean {
  const prefix = prefixOf(thread);
  return thread.startsWith(prefix) && isThreadName(thread.slice(prefix.length));
}

export function checkFullName(given: string, field: string): string {
  const prefix = typeof given === "string" ? prefixOf(given) : "";
  const name = typeof given === "string" && given.startsWith(prefix) ? tidyName(given.slice(prefix.length)) : "";
  if (isThreadName(name)) return `${prefix}${name}`;
  throw invalidField(field, "expected", { expected: "thread-name" });
}

/** `as`: the fork's name, with or without the owner's prefix. The fork must have the same owner as the original. */
export function forkName(original: string, as: string): string {
  const prefix = prefixOf(original);
  const name = checkFullName(as.startsWith(prefix) ? as : `${prefix}${as}`, "as");
  if (prefixOf(name) === prefix) return name;
  throw invalidField("as", "expected", { expected: "thread-name" });
}

/** `talk-2`, `talk-3`, and so on, for `talk`. */
export function* numberedNames(original: string): Generator<string, never> {
  const prefix = prefixOf(original);
  const name = [...original.slice(prefix.length)];
  for (let number = 2; ; number += 1) {
    const ending = `-${number}`;
    yield `${prefix}${name.slice(0, maxNameLength - ending.length).join("")}${ending}`;
  }
}

/** Returns a name for a thread that the caller did not name. The same idempotency key always gives the same name. */
export const threadForKey = (key: string | undefined): string =>
  key === undefined ? crypto.randomUUID() : namedId(key, "0191e6a2-5d6b-5c3a-9f5e-6b1f6f0c7a11");
