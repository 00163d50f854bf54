/** Models that a test can pause, or make fail, in the middle of a turn, so that tests do not depend on timing. */
import { ScriptedModel } from "../../src/testing.js";
import { hashedAnswer, servedAnswer } from "./hashed-answers.js";
import { startModelServer } from "./model-server.js";

/** The purposes of calls whose answers are public, with the default settings of each mode. */
const publicPurposes = new Set(["speech", "execute", "decide", "sum-up", "reflect", "prompt-speaker"]);

interface Hold {
  readonly purposes: ReadonlySet<string>;
  remaining: number;
  readonly fails: boolean;
  readonly reach: () => void;
  readonly released: Promise<void>;
}

function createHold() {
  let hold: Hold | undefined;
  let releaseAll = () => {};
  const stopAfter = (remaining: number, purposes: ReadonlySet<string>, fails: boolean): Promise<void> => {
    releaseAll();
    const released = new Promise<void>((release) => {
      releaseAll = release;
    });
    return new Promise<void>((reach) => {
      hold = { purposes, remaining, reach, released, fails };
    });
  };
  return {
    /** Resolves when a call with this purpose may end: to true if it may succeed, and to false if it must fail. */
    async admits(purpose: string): Promise<boolean> {
      if (!hold?.purposes.has(purpose)) return true;
      const { released, reach, fails } = hold;
      hold.remaining -= 1;
      if (hold.remaining >= 0) return true;
      reach();
      if (fails) return false;
      await released;
      return true;
    },
    controls: {
      /**
       * Answers the next `answers` calls whose purpose is in `purposes`, and holds further such calls until `release`.
       * Resolves when the first call is held.
       */
      holdAfter: (answers: number, purposes: ReadonlySet<string> = publicPurposes) =>
        stopAfter(answers, purposes, false),
      /**
       * Answers the next `answers` calls that have a public purpose, and fails further such calls until `release`.
       * Resolves at the first failure.
       */
      failAfter: (answers: number) => stopAfter(answers, publicPurposes, true),
      release(): void {
        hold = undefined;
        releaseAll();
      },
    },
  };
}

export async function startHeldModel() {
  const { admits, controls } = createHold();
  const server = await startModelServer(
    async (call) =>
      (await admits(call.purpose)) ? servedAnswer(call) : { error: { message: "no such luck" }, status: 400 },
    { delayMs: 1 },
  );
  return {
    ...controls,
    calls: server.calls,
    async stop(): Promise<void> {
      controls.release();
      await server.stop();
    },
  };
}

export function createHeldModel() {
  const { admits, controls } = createHold();
  const model = new ScriptedModel(async (call) => {
    if (!(await admits(call.purpose))) return new Error("no such luck");
    return hashedAnswer(call, JSON.stringify(call.messages.map(({ type, text }) => [type, text])));
  });
  return { ...controls, model };
}
