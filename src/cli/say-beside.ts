/** Says something that is no part of a conversation while it runs: not in the middle of a line that is being said or awaited. */
import type { Audience } from "./audience.js";
import type { Io } from "./io.js";
import type { Observer } from "./terminal/observer.js";

export function sayBeside(
  text: string,
  {
    io,
    audience,
    observers,
  }: { readonly io: Io; readonly audience: Audience | undefined; readonly observers: readonly Observer[] },
): void {
  for (const observer of observers) observer.makeWay?.();
  if (audience) audience.note(text);
  else io.stderr.write(`${text}\n`);
}
