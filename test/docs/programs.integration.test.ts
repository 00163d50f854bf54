/**
 * Runs the documentation's programs. `test/package/packed.integration.test.ts` also compiles them, and runs them with
 * the packed package.
 */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { compiled } from "../support/compiled.js";
import { programs } from "./pages.js";
import { type ProgramServers, startProgramServers } from "./running-programs.js";

let servers: ProgramServers;
beforeAll(async () => {
  servers = await startProgramServers();
}, 300_000);
afterAll(() => servers?.stop());

it("at least 25 programs are tested", () => expect(programs.length).toBeGreaterThanOrEqual(25));

it("the programs run, and each prints output", async () => {
  // This folder is a project that has the package installed.
  const folder = compiled("examples");
  await servers.write(folder);
  expect(await servers.failures(folder, (index) => `program-${index}.ts`)).toEqual([]);
}, 300_000);
