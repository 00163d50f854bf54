/** Keeping a piece of a speech does not keep the speech so far in memory. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";
import { compiled } from "../../support/compiled.js";

it("holds memory only for a piece's own characters", async () => {
  const script = compiled("test/support/held-pieces.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", script]);
  const { pieces, characters, ratio } = JSON.parse(stdout);
  expect(pieces).toBeGreaterThan(700);
  expect(characters).toBeGreaterThan(65_000);
  // The ratio would be about 180 if each piece kept the speech so far.
  expect(ratio).toBeLessThan(50);
}, 60_000);
