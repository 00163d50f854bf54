import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { compiled } from "../../support/compiled.js";

const env = { ...process.env };
for (const name of ["OPENAI_API_KEY", "OPENAI_BASE_URL", "ROSTRUM_MODEL", "FORCE_COLOR", "NO_COLOR"]) delete env[name];
for (const name of ["LC_ALL", "LC_MESSAGES", "LANG"]) delete env[name];

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** In `command`, `rostrum` stands for the program. Stdin stays open after `typed` is written. */
function shell(command: string, onStderr?: (text: string, interrupt: () => void) => void, typed = ""): Promise<Ended> {
  const program = `"${process.execPath}" "${compiled("src/apps/cli/main.ts")}"`;
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", command.replaceAll("rostrum", () => program)], { env });
    child.stdin.write(typed);
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => (stdout += chunk));
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
      onStderr?.(stderr, () => child.kill("SIGINT"));
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

describe("the process", () => {
  it("exits with 0 and prints plain text outside a terminal", async () => {
    const { code, stdout, stderr } = await shell("rostrum run bidding --turns 1 --seed 1");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Moderator: .*\n\n\S.*: .*\n$/);
    expect(`${stdout}${stderr}`).not.toContain("\u001b");
  });

  it("prints one JSON object with --json", async () => {
    const { code, stdout } = await shell("rostrum run bidding --turns 1 --json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ mode: "bidding" });
  });

  (existsSync("/dev/full") ? it : it.skip).each([
    "rostrum run bidding --turns 3 --seed 1 --quiet",
    "rostrum modes",
    "rostrum --help",
  ])("reports in one line that the output of %s cannot be written", async (command) => {
    const { code, stderr } = await shell(`${command} > /dev/full`);
    expect({ code, last: stderr.trimEnd().split("\n").at(-1) }).toEqual({
      code: 1,
      last: "rostrum: cannot write the output: no space left on device",
    });
    expect(stderr).not.toContain("Error:");
  });

  it("serves the page in production without a model, because a conversation can name its own", async () => {
    const serve = "NODE_ENV=production exec rostrum ui --port 0 --db $(mktemp -d)/talks.db 1>&2";
    const { code, stderr } = await shell(serve, (text, interrupt) => text.includes("http://") && interrupt());
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^[^\n]*http:\/\/127\.0\.0\.1:\d+[^\n]*\n$/),
    });
  });

  it("exits with 2 after wrong usage", async () => {
    const { code, stdout, stderr } = await shell("rostrum run bidding --turns 0");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe("rostrum: --turns: must be from 1 to 10000\n");
  });

  it("prints only the mistake if a scenario contains a placeholder in braces", async () => {
    const { code, stderr } = await shell("echo '{ mode: bidding, topic: {{topic}} }' | rostrum run -");
    expect({ code, stderr }).toEqual({ code: 2, stderr: "rostrum: stdin:1:18: topic: must be text\n" });
  });

  it("names the required Node.js version if it runs on an older version", async () => {
    const aged = "Object.defineProperty(process.versions,'node',{value:'22.12.0'})";
    const old = `NODE_OPTIONS="--import data:text/javascript,${encodeURIComponent(aged).replaceAll("'", "%27")}"`;
    const { code, stdout, stderr } = await shell(`${old} rostrum modes`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^rostrum needs Node\.js 22\.13 or newer; this is v/);
  });

  it("reads a `.env` that starts with a byte order mark, and ignores a folder of this name", async () => {
    const read = "echo -e '\\xef\\xbb\\xbfROSTRUM_MODEL=openai:gpt-4.1-mini' > .env && rostrum run bidding --turns 1";
    const file = await shell(`cd $(mktemp -d) && ${read}`);
    expect(file).toMatchObject({ code: 2, stderr: expect.stringMatching(/^rostrum: ROSTRUM_MODEL: .*\n$/) });
    const folder = await shell("cd $(mktemp -d) && mkdir .env && rostrum modes > /dev/null");
    expect(folder).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("prints nothing if it exits while it is loading", async () => {
    // Makes the process exit as soon as the program adds its exit listener.
    const listening =
      "process.on('newListener',(name,listener)=>/hasEnded/.test(listener)&&queueMicrotask(()=>process.exit(130)))";
    const ended = `NODE_OPTIONS="--import data:text/javascript,${encodeURIComponent(listening).replaceAll("'", "%27")}"`;
    expect(await shell(`${ended} rostrum run bidding --turns 1`)).toEqual({ code: 130, stdout: "", stderr: "" });
  });

  it("hides only the warning that SQLite is experimental", async () => {
    const warn = (text: string) => `process.emitWarning('${text}','ExperimentalWarning')`;
    const warnings = `${warn("SQLite is an experimental feature and might change at any time")};${warn("Beware")}`;
    const listening = `process.on('newListener',(name)=>name==='warning'&&setImmediate(()=>{${warnings}}))`;
    const warned = `NODE_OPTIONS="--import data:text/javascript,${encodeURIComponent(listening).replaceAll("'", "%27")}"`;
    const { code, stderr } = await shell(`${warned} rostrum modes`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("ExperimentalWarning: Beware") });
    expect(stderr).not.toContain("SQLite");
  });

  it.each(["run bidding --pace 1", "--help"])(
    "exits quietly when the reader of its output exits: %s",
    async (words) => {
      const { code, stderr } = await shell(`set -o pipefail; rostrum ${words} 2>/dev/null | head -n 1`);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    },
  );

  it("reads people's lines from a pipe, and does not wait for the end of the pipe", async () => {
    const folder = await mkdtemp(join(tmpdir(), "talk-"));
    try {
      const file = join(folder, "talk.yaml");
      await writeFile(
        file,
        "mode: round-robin\nmaxTurns: 1\nparticipants: [{ name: Bea, human: true }, { name: Ann }]\n",
      );
      const { code, stdout } = await shell(`rostrum run "${file}"`, undefined, "Here I am.\nAnd again.\n");
      expect(code).toBe(0);
      expect(stdout).toMatch(/\n\nBea: Here I am\.\n$/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("exits with 130 on Ctrl-C, without a stack trace", async () => {
    let isInterrupted = false;
    const { code, stderr } = await shell("exec rostrum run bidding --pace 50", (shown, interrupt) => {
      if (isInterrupted || !shown.includes("Turn 1")) return;
      isInterrupted = true;
      interrupt();
    });
    expect(code).toBe(130);
    expect(stderr).toContain("Stopped.");
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
