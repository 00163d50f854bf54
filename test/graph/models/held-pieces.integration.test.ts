/** Whoever keeps the pieces of a speech keeps only the pieces, not the speech once for each of them. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";
import { compiled } from "../../support/compiled.js";

it("a piece holds memory for its own characters only", async () => {
  const script = compiled("test/support/held-pieces.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", script]);
  const { pieces, characters, ratio } = JSON.parse(stdout);
  expect(pieces).toBeGreaterThan(700);
  expect(characters).toBeGreaterThan(65_000);
  // A piece that keeps the speech so far makes it about 180: long speeches are read in strides.
  expect(ratio).toBeLessThan(50);
}, 60_000);
