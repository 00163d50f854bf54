/** What clients are told when something fails. */

import { describeError } from "../../errors/describe-error.js";
import { problemMessage, RostrumError, type RostrumErrorCode } from "../../errors/rostrum-error.js";
import { isUnknownThread } from "../../talk/conversations/port/status.js";
import type { Language } from "../../words/registry.js";
import { locales } from "../../words/registry.js";

const statuses: Readonly<Partial<Record<RostrumErrorCode, 400 | 409 | 502>>> = {
  "invalid-input": 400,
  "invalid-scenario": 400,
  "unknown-model": 400,
  "missing-key": 400,
  "missing-package": 400,
  "thread-in-use": 409,
  "server-refused": 502,
  "server-unreachable": 502,
  "run-lost": 502,
};

export function statusOf(error: Error): 400 | 404 | 409 | 500 | 502 {
  if (isUnknownThread(error)) return 404;
  return (RostrumError.isInstance(error) ? statuses[error.code] : undefined) ?? 500;
}

/** Of an unexpected error only the log says more. */
export function describeFailure(error: unknown, language: Language) {
  if (RostrumError.isInstance(error)) {
    const { errors } = locales[language];
    const problems = (error.details.problems ?? []).map((each) => ({ ...each, message: problemMessage(each, errors) }));
    return { code: error.code, message: describeError(error, language), problems };
  }
  console.error(error);
  return { code: "unexpected", message: "something went wrong; see the log", problems: [] };
}
