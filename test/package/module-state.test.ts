/** If a module had mutable state, all conversations in a process would share it. */
import { expect, it } from "@jest/globals";
import { sources, withoutComments } from "./source.js";

/** Conversations can share the permitted caches, because no result depends on what they contain. */
const caches: readonly string[] = ["base/grown-list.ts: origins", "offline/rehearsal/texts.ts: known"];

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

it("no module of src has mutable state, except the permitted caches", () => {
  const found = sources.flatMap(({ path, text }) => stateOf(withoutComments(text)).map((name) => `${path}: ${name}`));
  expect(found.filter((place) => !caches.includes(place))).toEqual([]);
});

it("every permitted cache exists", () => {
  const found = sources.flatMap(({ path, text }) => stateOf(withoutComments(text)).map((name) => `${path}: ${name}`));
  expect(caches.filter((place) => !found.includes(place))).toEqual([]);
});
