import type { Status } from "../port.js";

interface Meaning {
  readonly group: "waiting" | "running" | "earlier";
  readonly canResume: boolean;
}

const meanings: Readonly<Record<Status["status"], Meaning>> = {
  queued: { group: "running", canResume: false },
  running: { group: "running", canResume: false },
  waiting: { group: "waiting", canResume: false },
  paused: { group: "earlier", canResume: true },
  stopped: { group: "earlier", canResume: true },
  failed: { group: "earlier", canResume: true },
  ended: { group: "earlier", canResume: false },
};

/** Newer servers may send statuses that this page does not know. */
export const meaningOf = (status: string | undefined): Meaning =>
  (meanings as Readonly<Record<string, Meaning>>)[status ?? ""] ?? { group: "earlier", canResume: false };
