/** A model whose speeches a test can hold between two pieces, so that tests do not depend on timing. */
import { StreamingModel } from "./streaming-model.js";

const wordsOf = (turn: number, count: number, length: number) =>
  Array.from({ length: count }, (_, index) => `${`word${turn}-${index}`.padEnd(length, "-x")} `);

/**
 * @param count - The number of words of each speech.
 * @param length - The minimum length of each word, in characters.
 */
export function createHeldSpeeches(count = 6, length = 0) {
  const words = (turn: number) => wordsOf(turn, count, length);
  const gates: { turn: number; piece: number; reach: () => void; released: Promise<void>; release: () => void }[] = [];
  const admit = async (turn: number, piece: number) => {
    const gate = gates.find((each) => each.turn === turn && each.piece === piece);
    gate?.reach();
    await gate?.released;
  };
  const model = new StreamingModel(({ turn }) =>
    words(turn).map((word, piece) => async () => {
      await admit(turn, piece);
      return word;
    }),
  );
  return {
    model,
    textOf: (turn: number) => words(turn).join("").trim(),
    /** Holds a turn's speech before the piece with index `piece`, until `release`. Resolves when the speech is held. */
    holdBefore(turn: number, piece: number): Promise<void> {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
      gates.push({ turn, piece, reach, released, release });
      return reached;
    },
    release(): void {
      for (const { release } of gates.splice(0)) release();
    },
  };
}
