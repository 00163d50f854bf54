import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { type EventReader, type RostrumEvent, readEvent } from "../../../core/state/events.js";
import { reasonOf } from "../../../talk/transcript/reason.js";
import { locales } from "../../../words/registry.js";

type Notice =
  | { readonly progress: string }
  | { readonly level: "debug" | "info" | "notice" | "warning"; readonly message: string };

const { transcript: words } = locales.en;

const reader: EventReader<RostrumEvent, Notice> = {
  "speech-end": ({ speaker, text }) => ({ progress: `${speaker}: ${text}` }),
  decision: ({ decision }) => ({ level: "info", message: reasonOf(decision, "en") }),
  "speech-start": ({ speaker }) => ({ level: "debug", message: `${speaker} begins to speak.` }),
  "speech-failed": ({ speaker, reason }) => ({
    level: "warning",
    message: `${speaker}'s speech failed: ${reason}`,
  }),
  retry: ({ model, attempt, attempts, waitMs, reason }) => ({
    level: "notice",
    message: `${model} failed: ${reason}. Attempt ${attempt} of ${attempts} follows in ${waitMs} ms.`,
  }),
  plan: ({ plan }) => ({ level: "info", message: words.plan(plan) }),
  warning: ({ warning }) => ({ level: "warning", message: words.warning(warning) }),
  bid: null,
  control: null,
  correction: null,
  interjection: null,
  judgement: null,
  opening: null,
  "round-start": null,
  "scene-set": null,
  "speech-delta": null,
  "stop-draw": null,
  stopped: null,
  task: null,
  "tool-call": null,
  verdict: null,
};

export interface Listener {
  readonly server: McpServer;
  readonly sessionId: string | undefined;
  /** Sends a progress notification, if the client asked for such notifications. */
  readonly progress: (progress: number, message: string) => Promise<void>;
}

export class Reporter {
  private count = 0;

  constructor(
    private readonly thread: string,
    private readonly listener: Listener,
  ) {}

  async report(event: RostrumEvent): Promise<void> {
    const notice = readEvent(reader, event);
    if (!notice) return;
    if ("progress" in notice) {
      this.count += 1;
      return this.listener.progress(this.count, notice.progress);
    }
    const { level, message } = notice;
    const { server, sessionId } = this.listener;
    await server.sendLoggingMessage({ level, logger: "rostrum", data: { thread: this.thread, message } }, sessionId);
  }
}
