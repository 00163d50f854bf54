/** A model server that can pause or fail in the middle of a turn, so tests do not depend on timing. */
import { hashedAnswer } from "./hashed-answers.js";
import { startModelServer } from "./model-server.js";

/** The purposes of calls whose answers are public, with the default settings of each mode. */
const publicPurposes = new Set(["speech", "execute", "decide", "sum-up", "reflect", "prompt-speaker"]);

interface Hold {
  readonly purposes: ReadonlySet<string>;
  /** The number of answers still to give before the hold. */
  remaining: number;
  readonly fails: boolean;
  readonly reach: () => void;
  readonly released: Promise<void>;
}

export async function startHeldModel() {
  let hold: Hold | undefined;
  const server = await startModelServer(
    async (call) => {
      const answer = hashedAnswer(call);
      if (hold?.purposes.has(call.purpose)) {
        const { released, reach, fails } = hold;
        hold.remaining -= 1;
        if (hold.remaining < 0) {
          reach();
          if (fails) return { error: { message: "no such luck" }, status: 400 };
          await released;
        }
      }
      return answer;
    },
    { delayMs: 1 },
  );
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
    calls: server.calls,
    /**
     * Answers the next `answers` calls whose purpose is in `purposes`, and holds further such calls until `release`.
     * Resolves when the first call is held.
     */
    holdAfter: (answers: number, purposes: ReadonlySet<string> = publicPurposes) => stopAfter(answers, purposes, false),
    /**
     * Answers the next `answers` calls that have a public purpose, and fails further such calls until `release`.
     * Resolves at the first failure.
     */
    failAfter: (answers: number) => stopAfter(answers, publicPurposes, true),
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
