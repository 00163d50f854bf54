/** A model server that can be held up in the middle of a turn: what a test does then does not depend on who is faster. */
import { hashedAnswer } from "./hashed-answers.js";
import { startModelServer } from "./model-server.js";

/** Answers that become public, and are therefore streamed. */
const publicPurposes = new Set(["speech", "execute", "decide", "sum-up", "reflect", "prompt-speaker"]);

interface Hold {
  /** How many public answers are given before. */
  remaining: number;
  readonly reach: () => void;
  readonly released: Promise<void>;
}

export async function startHeldModel() {
  let hold: Hold | undefined;
  const server = await startModelServer(
    async (call) => {
      const answer = hashedAnswer(call);
      if (hold && publicPurposes.has(call.purpose)) {
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
    /** From now on so many public answers are given; then the model waits to be released. Settles once it does. */
    holdAfter(answers: number): Promise<void> {
      releaseAll();
      const released = new Promise<void>((release) => {
        releaseAll = release;
      });
      return new Promise<void>((reach) => {
        hold = { remaining: answers, reach, released };
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
