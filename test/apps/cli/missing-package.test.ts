/** @jest-environment ./jest.environment.js */
import { afterAll, expect, it, jest } from "@jest/globals";
import { rostrum, withoutModels } from "./captured-io.js";

jest.unstable_mockModule("@langchain/openai", () => {
  throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
});
const restore = withoutModels();
afterAll(restore);

it.each([
  ["--model", {}, ["--model", "openai:gpt-4.1-mini"]],
  ["ROSTRUM_MODEL", { ROSTRUM_MODEL: "openai:gpt-4.1-mini", OPENAI_API_KEY: "sk-1" }, []],
  ["OPENAI_API_KEY", { OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" }, []],
  ["OPENAI_BASE_URL", { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" }, []],
])("the error names %s if the model's package is not installed", async (field, variables, options) => {
  Object.assign(process.env, { OPENAI_API_KEY: "", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" }, variables);
  const { status, stderr } = await rostrum(["run", "bidding", ...options]);
  delete process.env["ROSTRUM_MODEL"];
  expect(status).toBe(2);
  expect(stderr).toBe(
    `rostrum: ${field}: openai:gpt-4.1-mini needs @langchain/openai: npm install @langchain/openai\n`,
  );
});
