import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { rostrum, suiteFolder } from "./captured-io.js";

const folder = suiteFolder();

beforeAll(async () => {
  await rostrum(["run", "round-robin", "--turns", "2", "--thread", "talk", "--db", join(folder, "whole.db")]);
});

async function afterChange(sql: string, words: readonly string[]) {
  const file = join(folder, "changed.db");
  await copyFile(join(folder, "whole.db"), file);
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
  const ended = await rostrum([...words, "--db", file]);
  return { ...ended, stderr: ended.stderr.replaceAll(file, "FILE") };
}

const commands = [
  ["show", "talk"],
  ["resume", "talk"],
  ["fork", "talk", "--turn", "1"],
  ["explain", "talk"],
  ["diff", "talk", "talk"],
  ["interject", "talk", "Hello"],
];

const damagedRecord = /^rostrum: the conversation record “talk” is damaged \(.+\)\. Restore a backup, or remove it\n$/;
const damagedFile = /^rostrum: FILE: the saved data is damaged; restore a backup \(.+\)\n$/;

describe.each([
  ["a record", "UPDATE threads SET record = substr(record, 1, 20)", damagedRecord],
  ["a checkpoint", "UPDATE checkpoints SET checkpoint = substr(checkpoint, 1, 50)", damagedFile],
  ["a message", "UPDATE contents SET text = 'xx'", damagedFile],
])("a database in which %s is corrupted", (_what, sql, report) => {
  it.each(commands)("is reported as damaged by rostrum %s", async (...words) => {
    const { status, stdout, stderr } = await afterChange(sql, words);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(report);
  });
});

it("rostrum threads reports a damaged record", async () => {
  const { status, stderr } = await afterChange("UPDATE threads SET record = '{'", ["threads"]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(damagedRecord) });
});

it.each(commands)("rostrum %s reports an unknown mode in the database", async (...words) => {
  const { status, stderr } = await afterChange(
    "UPDATE threads SET record = replace(record, 'round-robin', 'lecture')",
    words,
  );
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining("mode: no mode named “lecture”; modes: "),
  });
});
