/** State belongs to a run or to an object. A module's own state would be shared by all conversations of a process. */
import { expect, it } from "@jest/globals";
import { sources, withoutComments } from "./source.js";

/** Caches keyed by value: whoever asks with the same value gets the same answer. */
const caches: readonly string[] = ["offline/rehearsal/texts.ts: known"];

/** Module-level names that something may change: variables, maps by identity, and collections that the file fills later. */
function stateOf(text: string): string[] {
  const variables = [...text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name]) => name);
  const byIdentity = [
    ...text.matchAll(/^(?:export )?const (\w+)\b[^=]*= (?:new (?:WeakMap|WeakSet|AsyncLocalStorage)|memoize)\b/gm),
  ];
  const collections = [...text.matchAll(/^(?:export )?const (\w+)\b[^=]*= (?:new (?:Map|Set)\b|\[|\{)/gm)];
  const filled = collections.filter(([, name]) =>
    new RegExp(`\\b${name}(?:\\.(?:set|add|delete|clear|push|splice)\\(|\\[[^\\]]+\\] = )`).test(text),
  );
  return [...variables, ...[...byIdentity, ...filled].map(([, name]) => name)].map(String);
}

it("no module of src has mutable state, except caches keyed by value", () => {
  const found = sources.flatMap(({ path, text }) => stateOf(withoutComments(text)).map((name) => `${path}: ${name}`));
  expect(found.filter((place) => !caches.includes(place))).toEqual([]);
});

it("every cache on the list exists", () => {
  const found = sources.flatMap(({ path, text }) => stateOf(withoutComments(text)).map((name) => `${path}: ${name}`));
  expect(caches.filter((place) => !found.includes(place))).toEqual([]);
});
