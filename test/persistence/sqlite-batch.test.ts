/** Writes that are put together into one transaction: all of them are there, or none, and nobody else has to wait for them. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { openLastingDatabase } from "../../src/storage/lasting-database.js";
import { SqliteBatch } from "../../src/storage/sqlite-batch.js";
import { openSqliteFile } from "../../src/storage/sqlite-file.js";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-batch-"));
  file = join(folder, "talks.db");
});
afterEach(() => rm(folder, { recursive: true }));

function open() {
  const database = openSqliteFile(file);
  const insert = database.prepare("INSERT INTO notes (note) VALUES (?)");
  const notes = () => database.prepare("SELECT note FROM notes ORDER BY note").pluck().all();
  const texts = () => database.prepare("SELECT hash FROM contents ORDER BY hash").pluck().all();
  const batch = new SqliteBatch(database);
  return { database, batch, notes, texts, note: (text: string) => () => void insert.run(text) };
}

beforeEach(() => {
  const database = openSqliteFile(file);
  database.exec("CREATE TABLE notes (note TEXT UNIQUE)");
  database.close();
});

it("are in the file when they say so, and can be had at once", async () => {
  const { database, batch, notes, note } = open();
  const added = [batch.add(note("a")), batch.add(note("b"))];
  expect(notes()).toEqual([]);
  await Promise.all(added);
  expect(notes()).toEqual(["a", "b"]);
  const late = batch.add(note("c"));
  batch.flush();
  expect(notes()).toEqual(["a", "b", "c"]);
  await late;
  database.close();
});

it("fail each for itself: whatever is wrong with one does not keep the others out", async () => {
  const { database, batch, notes, note } = open();
  const outcomes = await Promise.allSettled([note("a"), note("a"), note("b")].map((write) => batch.add(write)));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(notes()).toEqual(["a", "b"]);
  database.close();
});

it("come after the texts that they may name, which wait for the next try where there is no room", async () => {
  const { database, batch, notes, texts, note } = open();
  batch.keep(new Map([["hash", "text"]]));
  expect(texts()).toEqual([]);
  database.exec("CREATE TRIGGER full BEFORE INSERT ON contents BEGIN SELECT RAISE(ABORT, 'no room'); END");
  // No `toThrow`: where the test runner loads the binding for several files, its errors are none of this file's.
  await expect(batch.addNow(note("a"))).rejects.toMatchObject({ message: "no room" });
  database.exec("DROP TRIGGER full");
  expect([notes(), texts()]).toEqual([[], []]);
  await batch.addNow(note("a"));
  expect([notes(), texts()]).toEqual([["a"], ["hash"]]);
  database.close();
});

it("keep no other connection waiting between two turns of the event loop", async () => {
  const { database, batch, notes, note } = open();
  const added = batch.add(note("ours"));
  const other = openLastingDatabase(file, { timeout: 0 });
  other.prepare("INSERT INTO notes (note) VALUES (?)").run("theirs");
  other.close();
  await added;
  expect(notes()).toEqual(["ours", "theirs"]);
  database.close();
});
