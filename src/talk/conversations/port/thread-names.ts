/** Checks and chooses the names of threads. */
import { randomUUID } from "node:crypto";
import { v5 as namedId } from "@langchain/core/utils/uuid";
import { forbiddenInName, maxNameLength, tidyName, visiblePart } from "../../../core/text/name.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import type { Threads } from "../../storage/threads.js";

/** Whether a thread can have this name. A name that looks like an option could not be typed on a command line. */
export const isThreadName = (name: string) =>
  visiblePart(name) !== "" && !name.startsWith("-") && [...name].length <= maxNameLength && !forbiddenInName(name);

/** Returns the tidied name. Throws `invalid-input` if a thread cannot have that name. */
export function checkThreadName(given: string, field: string): string {
  const name = typeof given === "string" ? tidyName(given) : "";
  if (isThreadName(name)) return name;
  throw invalidField(field, "expected", { expected: "thread-name" });
}

/** Returns the first free name in the series `talk-2`, `talk-3`, and so on, if `name` is `talk`. */
export async function freeName(name: string, threads: Pick<Threads, "find">): Promise<string> {
  for (let number = 2; ; number += 1) if (!(await threads.find(`${name}-${number}`))) return `${name}-${number}`;
}

/**
 * Returns the thread for a call of `start` that names none. The same idempotency key always gives the same thread.
 * Without a key, the thread is new.
 */
export const threadForKey = (key: string | undefined): string =>
  key === undefined ? randomUUID() : namedId(key, "0191e6a2-5d6b-5c3a-9f5e-6b1f6f0c7a11");
