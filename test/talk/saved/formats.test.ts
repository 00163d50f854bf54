import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";
import { conversationFormat } from "../../../src/core/state/saved-conversation.js";
import { listOf, SavedFormat } from "../../../src/core/state/saved-format.js";
import { RostrumError } from "../../../src/errors/rostrum-error.js";
import { inboxFormat } from "../../../src/graph/inbox/inbox.js";
import { databaseVersion } from "../../../src/talk/storage/database-version.js";
import { parseRecord } from "../../../src/talk/storage/threads.js";
import { readExport } from "../../../src/talk/transcript/json.js";
import { renderMarkdown } from "../../../src/talk/transcript/markdown.js";
import { itHolds } from "../../support/property.js";
import { fixtureOf, formats, type Kind, readFixture, versionsOf } from "./fixtures.js";
import { fromJson, readParts, saveConversations } from "./saved-today.js";
import { shapeOf } from "./shape.js";

type Saved = Readonly<Record<string, unknown>>;

const readers: Readonly<Record<Kind, (saved: Saved) => unknown>> = {
  conversation: (saved) => conversationFormat.read(saved, "talk"),
  thread: (saved) => parseRecord(JSON.stringify(saved), "talk", () => true),
  inbox: (saved) => inboxFormat.read(saved, "talk"),
  export: (saved) => readExport(JSON.stringify(saved), "talk"),
};

const versionField = { conversation: "formatVersion", thread: "version", inbox: "version", export: "version" } as const;

const valuesIn = (fixture: object): Saved[] => Object.values(fixture);

const unreadable = (kind: Kind, fault: string) => ({
  code: "unreadable-save",
  details: expect.objectContaining({ kind, name: "talk", fault }),
});

describe.each(formats)("the format $kind", ({ kind, version: current }) => {
  const latest = valuesIn(readFixture(kind, current));

  it("has a fixture for every version", () => {
    expect(versionsOf(kind).sort()).toEqual(Array.from({ length: current }, (_each, index) => index + 1));
  });

  it.each(versionsOf(kind))("reads a value that was saved in version %i", (version) => {
    for (const saved of valuesIn(readFixture(kind, version))) {
      expect(saved[versionField[kind]]).toBe(version);
      expect(readers[kind](saved)).toBeTruthy();
    }
  });

  it("reads a value without a version as version 1", () => {
    for (const saved of valuesIn(readFixture(kind, 1))) {
      const { [versionField[kind]]: _version, ...others } = saved;
      expect(readers[kind](others)).toMatchObject(kind === "thread" ? { name: others["name"] } : others);
    }
  });

  it("rejects a newer version with an error that names the value", () => {
    for (const saved of latest)
      expect(() => readers[kind]({ ...saved, [versionField[kind]]: current + 1 })).toThrow(
        expect.objectContaining(unreadable(kind, "newer-version")),
      );
  });

  it.each([0, -1, 1.5, "1", [], {}])("rejects the version %j as damaged", (version) => {
    for (const saved of latest)
      expect(() => readers[kind]({ ...saved, [versionField[kind]]: version })).toThrow(
        expect.objectContaining(unreadable(kind, "damaged")),
      );
  });

  itHolds(
    "reads a value with arbitrary JSON in one of its fields, or rejects the value as unreadable",
    fc.property(fc.constantFrom(...latest), fc.nat(), fc.jsonValue(), (saved, index, value) => {
      const fields = Object.keys(saved);
      const field = fields[index % fields.length] ?? "";
      try {
        readers[kind]({ ...saved, [field]: value });
      } catch (error) {
        assert.ok(RostrumError.isInstance(error), String(error));
        assert.equal(error.code, "unreadable-save");
      }
    }),
  );

  itHolds(
    "rejects a value that is not an object as unreadable",
    fc.property(
      fc.jsonValue().filter((value) => typeof value !== "object" || value === null || Array.isArray(value)),
      (value) => {
        assert.throws(() => readers[kind](value as never), { code: "unreadable-save" });
      },
    ),
  );
});

describe("data saved by the current code", () => {
  let folder: string;
  let parts: Readonly<Record<Kind, object>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rostrum-saved-"));
    await saveConversations(join(folder, "talks.db"));
    parts = await readParts(join(folder, "talks.db"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(formats)("has the shape of version $version of the format $kind", ({ kind, version }) => {
    const shape = (fixture: object) =>
      shapeOf(valuesIn(fixture), ["[].prices", "[].input.prices", "[].usage.prices", "[].starts"]);
    const [today, saved] = [shape(parts[kind]), shape(readFixture(kind, version))];
    const paths = [...new Set([...Object.keys(today), ...Object.keys(saved)])];
    const changed = paths.filter((path) => String(today[path]) !== String(saved[path]));
    const lines = changed.map(
      (path) => `${path}: ${saved[path] ?? "absent"} in the fixture, now ${today[path] ?? "absent"}`,
    );
    if (lines.length > 0)
      throw new Error(
        `The format "${kind}" has changed. Add a migration, which makes it version ${version + 1}, and run \`npm run fixtures\`; see CONTRIBUTING.md. If no release has saved version ${version}, delete ${fixtureOf(kind, version)} instead.\n${lines.join("\n")}`,
      );
  });
});

it("the guide lists the current version of every format", async () => {
  const guide = await readFile("docs/guides/saved-formats.md", "utf8");
  const listed = [...guide.matchAll(/\| (\d+) \|$/gm)].map(([, version]) => Number(version));
  expect(listed).toEqual([...formats.map(({ version }) => version), databaseVersion]);
});

it("an export of every version is rendered as Markdown", async () => {
  for (const version of versionsOf("export"))
    for (const saved of valuesIn(readFixture("export", version)))
      expect(renderMarkdown(readExport(JSON.stringify(saved)))).toContain("Shall we build the bridge?");
});

it("text that is not JSON is rejected with an error that names the value", () => {
  for (const text of ["", "{", '{"version":1', "nonsense"]) {
    const refused = expect.objectContaining({ code: "unreadable-save", message: expect.stringContaining("“talk”") });
    expect(() => readExport(text, "talk")).toThrow(refused);
    expect(() => parseRecord(text, "talk", () => true)).toThrow(refused);
  }
});

it.each([{ kwargs: [] }, { kwargs: { content: "Yes." } }, { content: "Yes." }, "Yes.", null])(
  "a conversation with %j as a message is rejected as damaged",
  (message) =>
    expect(() => readers.conversation({ messages: [message] })).toThrow(
      expect.objectContaining(unreadable("conversation", "damaged")),
    ),
);

it("the messages of a saved conversation are read as LangChain messages", async () => {
  const state = (await fromJson(readFixture("conversation", 1).bidding)) as { messages: { getType(): string }[] };
  expect(state.messages.map((message) => message.getType())).toContain("ai");
  expect(conversationFormat.read(state, "talk")).toBe(state);
});

describe("migrations", () => {
  const schema = z.looseObject({ lines: listOf({ text: "string" }) });
  const format = new SavedFormat("export", {
    schema,
    migrations: [
      ({ texts, ...saved }) => ({ ...saved, lines: (texts as string[]).map((text) => ({ text })) }),
      ({ lines, ...saved }) => ({ ...saved, lines: (lines as object[]).map((line) => ({ ...line, by: "Ann" })) }),
    ],
  });
  const current = { version: 3, lines: [{ text: "Yes.", by: "Ann" }] };

  it.each([{ texts: ["Yes."] }, { version: 1, texts: ["Yes."] }, { version: 2, lines: [{ text: "Yes." }] }, current])(
    "convert %j to the current version",
    (saved) => {
      expect(format.version).toBe(3);
      expect(format.read(saved, "talk")).toEqual(current);
    },
  );

  it.each([{ version: 1 }, { version: 2, lines: 5 }, { version: 3, lines: [{ by: "Ann" }] }, { version: 1, texts: 5 }])(
    "reject %j as damaged",
    (saved) =>
      expect(() => format.read(saved, "talk")).toThrow(expect.objectContaining(unreadable("export", "damaged"))),
  );
});
