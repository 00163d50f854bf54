/**
 * Which fields of checkpoints stay as they are, one after another: most of the settings do, and half of what a checkpoint would hold
 * is settings. They can be kept together, once, and named by one hash.
 */

/** So many checkpoints have the same before a field counts as settled: some three turns of a debate. */
const patience = 12;

/** Settled fields that do not stand with the others yet are taken in when they have come to so many characters. */
const worthwhile = 100;

/** Fields by their names, each written out. */
export type Fields = ReadonlyMap<string, string>;

/** A JSON object of what is written out already. */
export const objectOf = (fields: Iterable<readonly [name: string, text: string]>) =>
  `{${Array.from(fields, ([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;

export interface Settled {
  readonly fields: Fields;
  /** All of them as one JSON object. */
  readonly text: string;
}

const nothing: Settled = { fields: new Map(), text: "{}" };

export class SettledFields {
  private settled = nothing;
  private seen = 0;
  /** The fields of the latest checkpoint, and since which one they have been so. */
  private latest: ReadonlyMap<string, { readonly text: string; readonly since: number }> = new Map();

  /** The settled ones among the fields of the next checkpoint; the same object as before as long as nothing about them has changed. */
  in(fields: Fields): Settled {
    this.seen += 1;
    const latest = new Map<string, { readonly text: string; readonly since: number }>();
    const settled = new Map<string, string>();
    let outside = 0;
    for (const [name, text] of fields) {
      const known = this.latest.get(name);
      const now = known?.text === text ? known : { text, since: this.seen };
      latest.set(name, now);
      if (this.seen - now.since < patience) continue;
      settled.set(name, text);
      if (!this.settled.fields.has(name)) outside += name.length + text.length;
    }
    this.latest = latest;
    const holds = Array.from(this.settled.fields).every(([name, text]) => fields.get(name) === text);
    if (!holds || outside >= worthwhile) this.settled = { fields: settled, text: objectOf(settled) };
    return this.settled;
  }
}
