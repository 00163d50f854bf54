/** Filling a text's slots. In one pass, so that a name or a topic that looks like a slot stays what it is. */

/** What fills a text's slots, by their names. */
export type Slots = Readonly<Record<string, string | undefined>>;

const slot = /\{(\w+)\}/g;

/** The text with its slots filled, or undefined when it needs one that has no value. */
export function fill(template: string, slots: Slots): string | undefined {
  let complete = true;
  const filled = template.replace(slot, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) complete = false;
    return value ?? "";
  });
  return complete ? filled : undefined;
}

/** Each text's fragment is looked for in every message; the texts never change. */
const fragments = new Map<string, string>();

/** The longest stretch between slots, in lower case: it tells that a text was said, whatever filled its slots. */
export function longestFragment(template: string): string {
  const known = fragments.get(template);
  if (known !== undefined) return known;
  const longest = template
    .toLowerCase()
    .split(/\{\w+\}/)
    .map((fragment) => fragment.replace(/^[\s,.;，。；]+|[\s,.;，。；]+$/g, ""))
    .reduce((one, other) => (other.length > one.length ? other : one), "");
  fragments.set(template, longest);
  return longest;
}

const frames = new Map<string, readonly string[]>();

/** How each stretch between slots begins, in lower case, where that is enough to be recognised by. */
export function framesOf(template: string): readonly string[] {
  const known = frames.get(template);
  if (known !== undefined) return known;
  const beginnings = template
    .toLowerCase()
    .split(/\{\w+\}/)
    .flatMap((stretch) => /^[^\p{L}\p{N}]*(\p{Script=Han}{5}|[a-z'’]+(?:,? [a-z'’]+){3})/u.exec(stretch)?.[1] ?? []);
  frames.set(template, beginnings);
  return beginnings;
}
