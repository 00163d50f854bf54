import { join } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import type { ListedPage } from "../../../src/talk/conversations/port/port.js";
import { rostrum, suiteFolder } from "./captured-io.js";

const database = join(suiteFolder(), "talks.db");

const at = (...words: readonly string[]) => rostrum([...words, "--db", database]);
const titles = async () =>
  (JSON.parse((await at("threads", "--json")).stdout) as ListedPage).conversations.map(({ title }) => title);

beforeAll(() => at("run", "round-robin", "--turns", "1", "--thread", "night-train", "--quiet"));

describe("threads rename", () => {
  it("changes the title that the list and the transcript show, and removes it again", async () => {
    expect(await at("threads", "rename", "night-train", " Fog at six ")).toMatchObject({
      ...{ status: 0, stderr: "" },
      stdout: "“night-train” now has the title “Fog at six”.\n",
    });
    expect(await titles()).toEqual(["Fog at six"]);
    expect((await at("threads")).stdout).toContain("Fog at six");
    expect(JSON.parse((await at("show", "night-train", "--json")).stdout)).toMatchObject({ title: "Fog at six" });
    expect(await at("threads", "rename", "night-train", "  ")).toMatchObject({
      ...{ status: 0, stdout: "“night-train” no longer has a title.\n" },
    });
    expect(await titles()).toEqual([null]);
  });

  it("answers in Chinese, and prints JSON on request", async () => {
    expect(await at("threads", "rename", "night-train", "夜车", "--lang", "zh")).toMatchObject({
      ...{ status: 0, stdout: "“night-train”的标题改为“夜车”。\n" },
    });
    expect(await at("threads", "rename", "night-train", "Fog", "--json")).toMatchObject({
      ...{ status: 0, stdout: '{"thread":"night-train","title":"Fog"}\n' },
    });
    expect(await at("threads", "rename", "night-train", "", "--json")).toMatchObject({
      ...{ status: 0, stdout: '{"thread":"night-train","title":null}\n' },
    });
  });

  it.each([
    ["an unknown name", ["nigth-train", "Fog"], "no saved conversation named “nigth-train”; did you mean night-train?"],
    ["no title", ["night-train"], "missing argument <title>"],
    ["a title that is too long", ["night-train", "x".repeat(201)], "must have at most 200 characters"],
    ["an option of the list", ["night-train", "Fog", "--status", "ended"], "cannot be combined with threads rename"],
  ])("rejects %s, and changes nothing", async (_what, words, message) => {
    const before = await titles();
    expect(await at("threads", "rename", ...words)).toMatchObject({
      ...{ status: 2, stdout: "", stderr: expect.stringContaining(message) },
    });
    expect(await titles()).toEqual(before);
  });
});
