/** Colours for one stream: on in a terminal, unless the user says otherwise. */
import picocolors from "picocolors";
import type { Output } from "../io.js";

type Paint = (text: string) => string;

export interface Colours {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  /** A steady colour for each place in the cast; plain for nobody's. */
  seat(seat: number): Paint;
}

/** NO_COLOR goes before FORCE_COLOR: who asks for plain text needs it. */
function isColoured(stream: Output, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

export function coloursFor(stream: Output, env: Readonly<Record<string, string | undefined>>): Colours {
  const paint = picocolors.createColors(isColoured(stream, env));
  const seats = [
    paint.cyan,
    paint.yellow,
    paint.magenta,
    paint.green,
    paint.blue,
    paint.red,
    paint.cyanBright,
    paint.yellowBright,
    paint.magentaBright,
    paint.greenBright,
  ];
  return {
    bold: paint.bold,
    dim: paint.dim,
    red: paint.red,
    seat: (seat) => (seat < 0 ? String : (seats[seat % seats.length] ?? String)),
  };
}
