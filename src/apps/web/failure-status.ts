import { RostrumError, type RostrumErrorCode } from "../../errors/rostrum-error.js";
import { isUnknownThread } from "../../talk/conversations/port/status.js";

const statuses: Readonly<Partial<Record<RostrumErrorCode, 400 | 409 | 429 | 502>>> = {
  "invalid-input": 400,
  "invalid-scenario": 400,
  "unknown-model": 400,
  "missing-key": 400,
  "missing-package": 400,
  "thread-in-use": 409,
  "too-many-starts": 429,
  "server-refused": 502,
  "server-unreachable": 502,
  "run-lost": 502,
};

export const refusedAs = {
  "not-json": 400,
  "no-token": 401,
  "not-identified": 401,
  "unknown-token": 403,
  "only-a-seat": 403,
  "unknown-host": 403,
  "other-page": 403,
  "no-page": 404,
  "unknown-path": 404,
  "wrong-method": 405,
  "too-large": 413,
  "not-sent-as-json": 415,
} as const;

export function statusOf(error: Error) {
  if (isUnknownThread(error)) return 404;
  if (!RostrumError.isInstance(error)) return 500;
  const { fault } = error.details;
  if (error.code === "request-refused") return refusedAs[fault as keyof typeof refusedAs];
  return statuses[error.code] ?? 500;
}
