/** Runs two of the scripts in `replanningScripts`. `npm run report:kills` runs all of them. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { killReplan } from "../../../support/replan-kills.js";

it.each(["an order that is wrong", "concurrent tasks"])(
  "corrects a plan with %s in the same way if its processes are killed, and repeats no saved call",
  async (script) => {
    const folder = await mkdtemp(join(tmpdir(), "rostrum-replan-"));
    const { kept, ...result } = await killReplan(folder, script, Number.POSITIVE_INFINITY, 1);
    expect(result).toMatchObject({ doubled: 0, isEqual: true });
    expect(result.killed).toBeGreaterThan(5);
    expect(JSON.parse(kept).plans.length).toBeGreaterThan(1);
    // Each kill interrupts at most the two concurrent tasks.
    expect(result.repeated).toBeLessThanOrEqual(2 * result.killed);
    await rm(folder, { recursive: true });
  },
  120_000,
);
