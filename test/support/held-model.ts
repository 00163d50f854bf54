/** A model server that can be held in the middle of a turn, so that tests do not depend on timing. */
import { hashedAnswer } from "./hashed-answers.js";
import { startModelServer } from "./model-server.js";

/** The purposes whose answers are public. */
const publicPurposes = new Set(["speech", "execute", "decide", "sum-up", "reflect", "prompt-speaker"]);

interface Hold {
  readonly purposes: ReadonlySet<string>;
  /** The number of public answers before the hold. */
  remaining: number;
  readonly reach: () => void;
  readonly released: Promise<void>;
}

export async function startHeldModel() {
  let hold: Hold | undefined;
  const server = await startModelServer(
    async (call) => {
      const answer = hashedAnswer(call);
      if (hold?.purposes.has(call.purpose)) {
        const { released, reach } = hold;
        hold.remaining -= 1;
        if (hold.remaining < 0) {
          reach();
          await released;
        }
      }
      return answer;
    },
    { delayMs: 1 },
  );
  let releaseAll = () => {};
  return {
    calls: server.calls,
    /** Gives so many more public answers, or of these purposes, then waits for `release`. Resolves when it waits. */
    holdAfter(answers: number, purposes: ReadonlySet<string> = publicPurposes): Promise<void> {
      releaseAll();
      const released = new Promise<void>((release) => {
        releaseAll = release;
      });
      return new Promise<void>((reach) => {
        hold = { purposes, remaining: answers, reach, released };
      });
    },
    release(): void {
      hold = undefined;
      releaseAll();
    },
    async stop(): Promise<void> {
      releaseAll();
      await server.stop();
    },
  };
}
