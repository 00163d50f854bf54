import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../package/pack.js";
import { startDevServer } from "../support/dev-server.js";
import { startModelServer } from "../support/model-server.js";
import { requestEnvironment } from "../support/openai-request.js";
import { plainAnswer } from "../support/plain-answers.js";
import { startPostgres } from "../support/postgres.js";
import { databaseAddress, offline, programs, serverAddress } from "./pages.js";

/**
 * Runs the programs in a single process, because loading LangGraph takes a second. Never calls `process.exit`, so the
 * process times out if a program leaves a timer or a connection open.
 */
const runner = `
const outcomes = [];
const files = process.argv.slice(2);
process.on("exit", () => {
  if (outcomes.length < files.length) console.error(files[outcomes.length] + " never settled");
});
for (const [index, file] of files.entries()) {
  let output = "";
  console.log = (...words) => { output += words.join(" ") + "\\n"; };
  const error = await import(file).then(() => "", (failure) => failure.stack);
  outcomes[index] = { output, error };
}
process.stdout.write(JSON.stringify(outcomes));
`;

interface Outcome {
  readonly output: string;
  readonly error: string;
}

export async function startProgramServers() {
  const model = await startModelServer(plainAnswer, { delayMs: 1 });
  const server = await startDevServer({ ROSTRUM_MODEL: "rehearsal" });
  const postgres = await startPostgres();
  const database = await postgres.createDatabase();
  return {
    async write(folder: string): Promise<void> {
      for (const [index, { code }] of programs.entries())
        await writeFile(
          join(folder, `program-${index}.ts`),
          code.replaceAll(serverAddress, server.url).replaceAll(databaseAddress, database),
        );
    },

    /**
     * Runs the programs, and returns their failures. Programs that print nothing count as failures. `pathOf` returns
     * the path, relative to `folder`, of the program with a given number.
     */
    async failures(folder: string, pathOf: (index: number) => string): Promise<string[]> {
      await writeFile(join(folder, "run-all.js"), runner);
      const files = programs.map((_program, index) => `./${pathOf(index)}`);
      const env = {
        ...offline,
        ...requestEnvironment(),
        OPENAI_BASE_URL: model.address,
        OPENAI_API_KEY: "sk-test-0123456789",
      };
      const options = { cwd: folder, env, timeout: 120_000 };
      const { stdout } = await run(process.execPath, ["--no-warnings", "run-all.js", ...files], options);
      const outcomes = JSON.parse(stdout) as readonly Outcome[];
      if (outcomes.length < programs.length) return [`only ${outcomes.length} programs ran`];
      return outcomes.flatMap(({ output, error }, index) => {
        const problem = error || (output === "" ? "it prints nothing" : "");
        return problem ? [`${programs[index]?.page}: ${problem}\n${programs[index]?.code}`] : [];
      });
    },

    async stop(): Promise<void> {
      await model.stop();
      await server.stop();
      await postgres.stop();
    },
  };
}

export type ProgramServers = Awaited<ReturnType<typeof startProgramServers>>;
