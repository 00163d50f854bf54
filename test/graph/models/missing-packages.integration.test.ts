import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";
import { MODEL_PROVIDER_CONFIG } from "langchain/chat_models/universal";
import { resolveModel } from "../../../src/graph/models/model-source.js";
import { compiled } from "../../support/compiled.js";

const providers = Object.entries(MODEL_PROVIDER_CONFIG).filter(([provider]) => provider !== "openai");

/** Returns each model's error code and message from a copy of the package that cannot find `langchain`. */
async function withoutLangChain(models: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-without-"));
  await mkdir(join(folder, "node_modules/@langchain"), { recursive: true });
  for (const name of ["@langchain/core", "@langchain/langgraph", "cockatiel", "fastest-levenshtein", "zod"])
    await symlink(resolve("node_modules", name), join(folder, "node_modules", name));
  await cp(dirname(compiled("src/index.ts")), join(folder, "src"), { recursive: true });
  const script = `import { resolveModel } from "./src/graph/models/model-source.js";
    for (const model of ${JSON.stringify(models)})
      await resolveModel(model).catch(({ code, message }) => console.log(code, message));`;
  const options = { cwd: folder, env: { ...process.env, NODE_OPTIONS: "" } };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], options);
  await rm(folder, { recursive: true });
  return stdout.trim().split("\n");
}

it("the error names langchain and the provider's package if both are missing", async () => {
  expect(await withoutLangChain(providers.map(([provider]) => `${provider}:x`))).toEqual(
    providers.map(([provider, { package: own }]) => {
      return `missing-package ${provider}:x needs langchain and ${own}: npm install langchain ${own}`;
    }),
  );
});

const known = `Known providers: ${["rehearsal", ...Object.keys(MODEL_PROVIDER_CONFIG)].join(", ")}.`;
const unknown = [
  ["opneai:gpt-4.1", `opneai:gpt-4.1: unknown provider; did you mean openai? ${known}`],
  ["Anthropic:x", `Anthropic:x: unknown provider; did you mean anthropic? ${known}`],
  ["azure-openai:x", `azure-openai:x: unknown provider; did you mean azure_openai? ${known}`],
  ["gemini:x", `gemini:x: unknown provider; did you mean google-genai? ${known}`],
  ["nobody:x", `nobody:x: unknown provider. ${known}`],
  ["toString:x", `toString:x: unknown provider. ${known}`],
] as const;

it("without langchain, the error for an unknown provider names known providers, perhaps a guess, but no package", async () => {
  expect(await withoutLangChain(unknown.map(([model]) => model))).toEqual(
    unknown.map(([, message]) => `unknown-model ${message}`),
  );
});

it.each(unknown)("%s: the error is the same if langchain is installed", async (model, message) => {
  await expect(resolveModel(model)).rejects.toMatchObject({ code: "unknown-model", message });
  await expect(resolveModel(model, { language: "zh" })).rejects.toThrow(/没有这个提供方/);
});

it("the error names only the provider's package if langchain is installed", async () => {
  const message = "anthropic:x needs @langchain/anthropic: npm install @langchain/anthropic";
  await expect(resolveModel("anthropic:x")).rejects.toMatchObject({ code: "missing-package", message });
});

it("the error for a missing key names the provider's environment variable", async () => {
  const message = "azure_openai:x needs an API key. Set AZURE_OPENAI_API_KEY, or use the offline model “rehearsal”.";
  await expect(resolveModel("azure_openai:x")).rejects.toMatchObject({ code: "missing-key", message });
  await expect(resolveModel("azure_openai:x", { language: "zh" })).rejects.toThrow("请设置 AZURE_OPENAI_API_KEY。");
});

it("rejects a provider with characters other than letters, digits, hyphens and underscores", async () => {
  const fault = { code: "unknown-model", details: { fault: "not-a-name" } };
  await expect(resolveModel("$(date):x")).rejects.toMatchObject(fault);
});
