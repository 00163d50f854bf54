import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { maxScenarioBytes, readScenarioFile, readScenarioStream } from "../../../src/talk/scenario/read-text.js";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-text-"));
  await writeFile(join(folder, "debate.yaml"), "\ufeffmode: bidding\n");
  await writeFile(join(folder, "large.yaml"), "x".repeat(maxScenarioBytes + 1));
  await writeFile(join(folder, "latin.yaml"), Buffer.from([0x74, 0xe9]));
});

afterAll(() => rm(folder, { recursive: true }));

async function* inPieces(...pieces: Uint8Array[]) {
  yield* pieces;
}

describe("a scenario file", () => {
  it("is read as text, without its byte order mark", async () => {
    expect(await readScenarioFile(join(folder, "debate.yaml"), "en")).toBe("mode: bidding\n");
  });

  it.each([
    ["debat.yaml", /no such file$/, /没有这个文件$/],
    ["nowhere/debate.yaml", /no such file$/, /没有这个文件$/],
    ["debate.yaml/x.yaml", /no such file/, /没有这个文件/],
    [".", /is a folder/, /文件夹/],
    ["large.yaml", /larger than 1 MB/, /超过 1 MB/],
    ["latin.yaml", /not UTF-8 text/, /不是 UTF-8/],
  ])("is rejected with a reason if it cannot be read as text (%s)", async (name, english, chinese) => {
    const file = join(folder, name);
    const refused = { code: "invalid-scenario" };
    await expect(readScenarioFile(file, "en")).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(english),
    });
    await expect(readScenarioFile(file, "zh")).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(chinese),
    });
  });
});

describe("a scenario on standard input", () => {
  it("is joined from its pieces, even if a character is cut in two", async () => {
    const bytes = Buffer.from("topic: 茶");
    expect(await readScenarioStream(inPieces(bytes.subarray(0, 8), bytes.subarray(8)), "stdin", "en")).toBe(
      "topic: 茶",
    );
  });

  it("is not read far beyond the size limit", async () => {
    let given = 0;
    async function* endless() {
      for (;;) {
        given += 1;
        yield Buffer.alloc(100_000, "x");
      }
    }
    await expect(readScenarioStream(endless(), "stdin", "en")).rejects.toThrow(/stdin: the file is larger/);
    expect(given).toBeLessThan(20);
  });
});
