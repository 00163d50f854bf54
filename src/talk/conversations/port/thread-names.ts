/** The names of threads. */
import { randomUUID } from "node:crypto";
import { v5 as namedId } from "@langchain/core/utils/uuid";
import { forbiddenInName, maxNameLength, tidyName, visiblePart } from "../../../core/text/name.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import type { Threads } from "../../storage/threads.js";

/** Whether a thread can have this name. A name that looks like an option could not be typed on a command line. */
export const isThreadName = (name: string) =>
  visiblePart(name) !== "" && !name.startsWith("-") && [...name].length <= maxNameLength && !forbiddenInName(name);

/** Returns the name in its plain form. Throws `invalid-input` if a thread cannot have it. */
export function checkThreadName(given: string, field: string): string {
  const name = typeof given === "string" ? tidyName(given) : "";
  if (isThreadName(name)) return name;
  throw invalidField(field, "expected", { expected: "thread-name" });
}

/** Returns the first free name of `talk-2`, `talk-3`, and so on. */
export async function freeName(name: string, threads: Pick<Threads, "find">): Promise<string> {
  for (let number = 2; ; number += 1) if (!(await threads.find(`${name}-${number}`))) return `${name}-${number}`;
}

/**
 * The thread of a start that names none: the same for each start with the same idempotency key, otherwise a new one.
 */
export const threadForKey = (key: string | undefined): string =>
  key === undefined ? randomUUID() : namedId(key, "0191e6a2-5d6b-5c3a-9f5e-6b1f6f0c7a11");
