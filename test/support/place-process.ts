/**
 * Calls the methods of a `Place` for the parent process.
 * Usage: `place-process.ts ADDRESS`
 */
import { RostrumError } from "../../src/errors/rostrum-error.js";
import { type Answer, openPlace, type Place } from "./places.js";

interface Call {
  readonly id: number;
  readonly method: keyof Place;
  readonly given: readonly unknown[];
}

const place = openPlace(process.argv[2] ?? "");
const send = (answer: Answer) => process.send?.(answer);

process.on("message", async ({ id, method, given }: Call) => {
  try {
    const act = (await place)[method] as (...given: readonly unknown[]) => Promise<unknown>;
    send({ id, result: await act(...given) });
  } catch (error) {
    const text = String((error as Error).stack);
    send({ id, error: RostrumError.isInstance(error) ? { code: error.code, details: error.details, text } : { text } });
  }
});
