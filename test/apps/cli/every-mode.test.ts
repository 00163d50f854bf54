import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readLines } from "../../../src/core/text/lines.js";
import { modes } from "../../../src/graph/modes/registry.js";
import type { ConversationDocument } from "../../../src/talk/transcript/json.js";
import { readMarkdown, renderMarkdown } from "../../../src/talk/transcript/markdown.js";
import { languages } from "../../../src/words/registry.js";
import { rostrum, withoutModels } from "./captured-io.js";

let restore = () => {};
beforeAll(() => {
  restore = withoutModels();
});
afterAll(() => restore());

const names = Object.keys(modes);
const scenarios = readdirSync(new URL("../../../scenarios", import.meta.url)).flatMap((file) =>
  file.endsWith(".yaml") ? [file.replace(".yaml", "")] : [],
);
const jsonOf = async (words: readonly string[]) =>
  JSON.parse((await rostrum(["run", ...words, "--json"])).stdout) as ConversationDocument;

function checkConversation(conversation: ConversationDocument) {
  const { messages, decisions, stopReason, participants, language, warnings, corrections } = conversation;
  expect(stopReason).not.toBeNull();
  expect([warnings, corrections]).toEqual([[], []]);
  expect(decisions.length).toBeGreaterThan(0);
  for (const { candidates, speaker } of decisions) expect(candidates).toContain(speaker);
  const speeches = messages.filter(({ kind }) => kind === "speech");
  expect(speeches.map(({ name }) => name)).toEqual(decisions.map(({ speaker }) => speaker));
  for (const { text } of messages) {
    const isChinese = /\p{Script=Han}/u.test(text);
    expect([text, isChinese]).toEqual([text, language === "zh"]);
    // A Chinese message may contain English names and terms, but no English sentence.
    if (language === "zh") expect(text).not.toMatch(/[a-z]+ [a-z]+ [a-z]+ [a-z]+/);
  }
  // If a line in a speech started with a label such as “Ann:”, it would look like another participant's speech.
  const labels = [...participants.map(({ name }) => name), conversation.leader?.name ?? "Moderator"];
  for (const { text } of messages)
    for (const label of labels) expect(text.split("\n").some((line) => line.startsWith(`${label}:`))).toBe(false);
  expect(new Set(messages.map(({ text }) => text)).size).toBe(messages.length);
  expect(readMarkdown(renderMarkdown(conversation))).toEqual(
    messages.map(({ name, text }) => ({ speaker: name, text })),
  );
}

describe.each(names)("rostrum run %s", (mode) => {
  it.each(languages)("runs to its end in %s", async (language) => {
    const words = [mode, "--lang", language, "--turns", "6", "--seed", "11"];
    const conversation = await jsonOf(words);
    expect([conversation.mode, conversation.language]).toEqual([mode, language]);
    checkConversation(conversation);
    const { status, stdout, stderr } = await rostrum(["run", ...words]);
    expect(status).toBe(0);
    const lines = stdout.split("\n").filter(Boolean);
    // A Chinese label ends with a full-width colon.
    const labelled = lines.map((line) => (language === "zh" ? line.replace(/^([^ ：][^：]*)：/, "$1: ") : line));
    expect(readLines(labelled.join("\n"))).toEqual(
      conversation.messages.map(({ name, text }) => ({ speaker: name, text })),
    );
    expect(stderr).toContain(`rostrum run ${mode}`);
    // Stderr shows no internal names of rules or faults.
    expect(stderr).not.toMatch(/directors-choice|own-label|undefined|NaN/);
    if (language === "zh") expect(stderr).not.toMatch(/Turn|Ended|leads|Participant/);
  });
});

it.each(scenarios)("the scenario %s runs to its end", async (name) => {
  checkConversation(await jsonOf([name]));
});

describe("the director mode", () => {
  it("shows the leader in the header, in the summary and in a Markdown page", async () => {
    const { stderr } = await rostrum(["run", "late-harbour"]);
    const conversation = await jsonOf(["late-harbour"]);
    const host = conversation.leader?.name ?? "";
    expect(host).not.toBe("");
    expect(stderr).toMatch(new RegExp(`^ {2}${host} +\\S.*· leads$`, "m"));
    expect(stderr).toMatch(new RegExp(`^ {2}${host} +\\d+ +\\d+$`, "m"));
    expect(stderr).toMatch(/director's choice → /);
    const page = renderMarkdown(conversation);
    expect(page).toContain(`### Closing · ${host}`);
    expect(page).toMatch(new RegExp(`\\| ${host} \\| .*leads`));
  });

  it("rejects settings of other modes, and a leader who has the same name as a participant", async () => {
    expect(await rostrum(["run", "director", "--criterion", "urge"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is not a setting of this mode"),
    });
    expect(await rostrum(["run", "director", "--bid-model", "rehearsal"])).toMatchObject({ status: 2 });
    const scenario = "mode: director\ndirector:\n  name: Ann\nparticipants: [Bo, Ann]\n";
    const { status, stderr } = await rostrum(["run", "-"], { stdin: scenario });
    expect(status).toBe(2);
    expect(stderr).toMatch(/:3:9: director\.name: “Ann” is the name of participants\[1\]/);
  });
});

it("a leader outside the cast is rejected with an error that lists the cast, in English and Chinese", async () => {
  const scenario = (language: string) =>
    `mode: round-robin\nlanguage: ${language}\nparticipants: [Bo, Ann]\nselection: { lead: Zoe }\n`;
  expect((await rostrum(["run", "-"], { stdin: scenario("en") })).stderr).toMatch(
    /:4:20: selection\.lead: no participant named “Zoe” \(participants: Bo, Ann\)/,
  );
  expect((await rostrum(["run", "-"], { stdin: scenario("zh") })).stderr).toContain("没有叫“Zoe”的参与者；有 Bo、Ann");
});
