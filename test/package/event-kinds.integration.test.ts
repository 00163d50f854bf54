import { readFileSync } from "node:fs";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { compile, root } from "./pack.js";

const declaration = "src/core/state/events.ts";
const page = ["stage/state/record.ts", "src/apps/react/digest.ts", "src/apps/react/talk.ts"];
const protocols = [
  "src/apps/ai-sdk/chat-chunks.ts",
  "src/apps/web/ag-ui-events.ts",
  "src/apps/web/seats/seat-events.ts",
  "src/apps/cli/mcp/notices.ts",
];
const terminal = ["src/apps/cli/terminal/progress.ts", "src/apps/cli/terminal/speeches.ts"];
const history = "src/core/history.ts";
const tracing = "src/graph/tracing/run-trace.ts";
const exports = "src/talk/transcript/json.ts";

let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "rostrum-event-kinds-"));
  for (const path of ["src", "stage", "package.json", "tsconfig.json"])
    await cp(join(root, path), join(copy, path), { recursive: true });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  const settings = { extends: "./stage/tsconfig.json", include: ["src", "stage"] };
  await writeFile(join(copy, "tsconfig.all.json"), JSON.stringify(settings));
}, 300_000);

afterAll(() => rm(copy, { recursive: true, force: true }));

it("a new event kind, saved or unsaved, causes a compile error in every file that must handle it", async () => {
  const source = readFileSync(join(root, declaration), "utf8")
    .replace("interface EventFields {", "$& readonly applause: { readonly turn: number }; readonly whistle: object;")
    .replace("eventKinds = {", '$& applause: "saved", whistle: "unsaved",');
  await writeFile(join(copy, declaration), source);
  const { output } = await compile(["-p", join(copy, "tsconfig.all.json")], copy);
  const undecided = (kind: string) => {
    const errors = output.split(/\n(?=\S)/).filter((line) => line.includes(kind));
    return [...new Set(errors.map((line) => line.slice(0, line.indexOf("("))))].sort();
  };
  expect(undecided("applause")).toEqual([...page, ...protocols, ...terminal, history, tracing, exports].sort());
  expect(undecided("whistle")).toEqual(["src/apps/react/talk.ts", ...protocols, ...terminal, tracing, exports].sort());
}, 300_000);
