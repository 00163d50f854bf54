/** Colours for one stream: on in a terminal, unless the environment says otherwise. */
import picocolors from "picocolors";
import type { Environment, Output } from "../io.js";

type Paint = (text: string) => string;

export interface Colours {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  /** One colour per seat; plain for a negative seat. */
  seat(seat: number): Paint;
}

/** NO_COLOR wins over FORCE_COLOR: users who ask for plain text need it. */
function isColoured(stream: Output, env: Environment): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

export function coloursFor(stream: Output, env: Environment): Colours {
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
