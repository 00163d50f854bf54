import { expect, it } from "@jest/globals";
import { fileNameOf } from "../../../src/talk/transcript/file-name.js";

it.each([
  ["The night train", "The night train.html"],
  ["要不要留下灯塔？", "要不要留下灯塔？.html"],
  ["Ferry: free / paid?", "Ferry free paid.html"],
  ["../../etc/passwd", "etc passwd.html"],
  ["a\u202egpj.exe\n", "a gpj.exe.html"],
  [".hidden.", "hidden.html"],
  ["CON", "conversation.html"],
  ["  ", "conversation.html"],
  ["x".repeat(500), `${"x".repeat(120)}.html`],
])("the title %j becomes the file name %j", (title, name) => {
  expect(fileNameOf({ title, topic: "Other" }, "html")).toBe(name);
});

it("the topic names the file if there is no title", () => {
  expect(fileNameOf({ title: null, topic: "Tea or coffee?" }, "md")).toBe("Tea or coffee.md");
});
