/** Only `src/graph/langgraph` may use undocumented names of LangGraph and LangChain, which any release may change. */
import { expect, it } from "@jest/globals";
import { sources, withoutComments } from "./source.js";

const unpromised: Readonly<Record<string, RegExp>> = {
  "keys that LangGraph puts into a run's configuration": /__pregel\w*/,
  "private methods of a compiled graph": /\b(?:_stream|_streamIterator|_streamEventsV2|_transform|_runLoop)\b/,
  "null as a run's writer": /\bwriter: null\b/,
  "a node's writers and subscribers": /\b(?:getNode|getWriters|getSubscribers)\b/,
  "a method with which LangChain reads a provider's answer": /\b_convert\w+/,
  "LangChain's internal keys": /["'`]lc:\w/,
  "the storage of the current run's configuration": /@langchain\/core\/singletons/,
  "the prototype of a foreign object": /\bsetPrototypeOf\b|\bgetPrototypeOf\((?!\w+\) === (?:Object\.prototype|null))/,
  "the prototype of a foreign class": /\b(?!Object\b|Array\b)[A-Z]\w*\.prototype\b/,
  "another saver's serializer": /new \w+Saver\(\)\.serde/,
  "a schema's interface for validators": /~standard|\bgetInputJsonSchema\b/,
  "the values of LangGraph's constants": /["'`]__(?:start|end|interrupt|error|resume)__["'`]/,
  "files that a package does not export": /["']@langchain\/[^"']+\/dist\//,
};

const isInside = (path: string) => path.startsWith("graph/langgraph/");

it.each(Object.entries(unpromised))("only src/graph/langgraph uses %s", (_what, pattern) => {
  const users = sources
    .filter(({ path }) => !isInside(path))
    .flatMap(({ path, text }) => {
      const name = pattern.exec(withoutComments(text))?.[0];
      return name ? [`${path} uses ${name}: move that to src/graph/langgraph`] : [];
    });
  expect(users).toEqual([]);
});

it("src/graph/langgraph has at most six files", () => {
  expect(sources.filter(({ path }) => isInside(path)).length).toBeLessThanOrEqual(6);
});

// If a host has a second copy of a package, `instanceof` rejects the host's objects.
it("no `instanceof` check uses a class of LangChain or LangGraph", () => {
  const foreign = sources.flatMap(({ path, text }) => {
    const imported = [...text.matchAll(/^import (?!type)[^;]*?\{([^}]*)\}[^;]*? from "(?:@langchain\/|langchain)/gm)];
    const classes = imported.flatMap(([, names = ""]) =>
      names.split(",").map((name) => name.trim().split(" as ").at(-1)),
    );
    return classes
      .filter((name) => name && text.includes(`instanceof ${name}`))
      .map((name) => `${path}: instanceof ${name}`);
  });
  expect(foreign).toEqual([]);
});
