/** A slice of a JavaScript string can keep the whole string in memory. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";
import { compiled } from "../../support/compiled.js";

it("a streamed piece does not keep the whole speech so far in memory", async () => {
  const script = compiled("test/support/held-pieces.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", script]);
  const { pieces, characters, ratio } = JSON.parse(stdout);
  expect(pieces).toBeGreaterThan(700);
  expect(characters).toBeGreaterThan(65_000);
  // Bytes per character. If each piece kept the whole speech so far in memory, the ratio would be about 180.
  expect(ratio).toBeLessThan(50);
});
