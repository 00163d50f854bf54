import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";
import { compiled } from "../../../support/compiled.js";

it("an interjection and a control each take effect once, even if the process is killed after it receives them and before it saves them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-interjection-"));
  const script = compiled("test/support/interjection-process.ts");
  const start = (phase: string) =>
    promisify(execFile)(process.execPath, [script, folder, phase]).catch((error) => error);
  expect(await start("KILLED")).toMatchObject({ signal: "SIGKILL" });
  const { stdout } = await start("RESUMED");
  expect(JSON.parse(stdout)).toEqual({
    heard: 1,
    granted: ["Cid"],
    obeyed: 1,
    cast: ["Ann", "Bea", "Cid", "Dov", "Eve"],
    left: 0,
  });
  await rm(folder, { recursive: true });
});
