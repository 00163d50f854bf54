/** Keys and addresses come only from the environment, so a model's name cannot redirect calls. */
import { ownValue } from "../../base/is-record.js";
import { nearestName } from "../../core/text/nearest-name.js";
import { importError } from "../../errors/optional-peer.js";
import { invalidField, RostrumError } from "../../errors/rostrum-error.js";
import type { Language } from "../../words/registry.js";
import { defaultLanguage, locales } from "../../words/registry.js";
import { keepingRefusals, type OpenAI } from "../langgraph/refusals.js";
import type { ResolvedModel } from "./resolved-model.js";

export interface ModelOptions {
  /** Sent only if set, because some models reject it. */
  readonly temperature?: number | undefined;
  readonly language?: Language | undefined;
}

const wordsFor = ({ language = defaultLanguage }: ModelOptions) => locales[language].errors;

/** The client must not retry, because `ModelCaller` retries as well, and the attempts would multiply. */
const settingsFor = ({ temperature }: ModelOptions) => ({
  maxRetries: 0,
  ...(temperature === undefined ? {} : { temperature }),
});

const environment = (name: string): string | undefined => process.env[name]?.trim() || undefined;

/** The error for an invalid address does not show the address, because it may contain a password. */
function baseAddress(options: ModelOptions): string | undefined {
  const field = "OPENAI_BASE_URL";
  const address = environment(field);
  if (address === undefined || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))) return address;
  throw invalidField(field, "expected", { expected: "http-address" }, wordsFor(options));
}

async function importOpenai(label: string, options: ModelOptions): Promise<OpenAI> {
  try {
    return await import("@langchain/openai");
  } catch (cause) {
    throw importError(cause, label, "@langchain/openai", wordsFor(options));
  }
}

async function openai(name: string, options: ModelOptions): Promise<ResolvedModel> {
  const label = `openai:${name}`;
  const baseURL = baseAddress(options);
  const apiKey = environment("OPENAI_API_KEY");
  // The client sends the key in an HTTP header, so the key must consist of printable ASCII characters without spaces.
  // Without this check, the client would fail only at the first call.
  if (apiKey && !/^[\x21-\x7e]+$/.test(apiKey))
    throw invalidField("OPENAI_API_KEY", "expected", { expected: "api-key" }, wordsFor(options));
  if (!apiKey && !baseURL) throw new RostrumError("missing-key", { model: label }, wordsFor(options));
  const client = await importOpenai(label, options);
  const Completions = keepingRefusals(client);
  const fields = {
    model: name,
    ...settingsFor(options),
    // Many local servers need no key, but the client requires one.
    apiKey: apiKey ?? "none",
    configuration: baseURL === undefined ? {} : { baseURL },
  };
  const model = new client.ChatOpenAI({ ...fields, completions: new Completions(fields) });
  const { origin, pathname } = new URL(baseURL ?? "https://api.openai.com/v1");
  // Errors show this address, so it omits the user name, the password and the query.
  return { model, label, endpoint: { address: origin + pathname, variable: baseURL && "OPENAI_BASE_URL" } };
}

interface KnownProvider {
  readonly package: string;
  /** The environment variables that give access. If any one of them is set, the provider counts as available. */
  readonly access?: readonly string[];
}

/**
 * LangChain's providers. They are listed here because `langchain`, which has the complete list, may not be installed.
 */
const knownProviders: Readonly<Record<string, KnownProvider>> = {
  openai: { package: "@langchain/openai", access: ["OPENAI_API_KEY", "OPENAI_BASE_URL"] },
  anthropic: { package: "@langchain/anthropic", access: ["ANTHROPIC_API_KEY"] },
  azure_openai: { package: "@langchain/openai", access: ["AZURE_OPENAI_API_KEY"] },
  langsmith: { package: "@langchain/openai" },
  cohere: { package: "@langchain/cohere", access: ["COHERE_API_KEY"] },
  google: { package: "@langchain/google" },
  "google-vertexai": { package: "@langchain/google-vertexai", access: ["GOOGLE_APPLICATION_CREDENTIALS"] },
  "google-vertexai-web": { package: "@langchain/google-vertexai-web" },
  "google-genai": { package: "@langchain/google-genai", access: ["GOOGLE_API_KEY"] },
  ollama: { package: "@langchain/ollama" },
  mistralai: { package: "@langchain/mistralai", access: ["MISTRAL_API_KEY"] },
  mistral: { package: "@langchain/mistralai" },
  groq: { package: "@langchain/groq", access: ["GROQ_API_KEY"] },
  bedrock: { package: "@langchain/aws", access: ["AWS_ACCESS_KEY_ID", "AWS_PROFILE"] },
  aws: { package: "@langchain/aws" },
  deepseek: { package: "@langchain/deepseek", access: ["DEEPSEEK_API_KEY"] },
  xai: { package: "@langchain/xai", access: ["XAI_API_KEY"] },
  cerebras: { package: "@langchain/cerebras", access: ["CEREBRAS_API_KEY"] },
  fireworks: { package: "@langchain/fireworks", access: ["FIREWORKS_API_KEY"] },
  together: { package: "@langchain/together-ai", access: ["TOGETHER_AI_API_KEY"] },
  perplexity: { package: "@langchain/perplexity", access: ["PERPLEXITY_API_KEY"] },
};

/** Names of models that people write in place of their provider. */
const nicknames: Readonly<Record<string, string>> = { claude: "anthropic", gemini: "google-genai", gpt: "openai" };

async function importLangChain(label: string, providerPackage: string | undefined, options: ModelOptions) {
  try {
    return await import("langchain/chat_models/universal");
  } catch (cause) {
    if (providerPackage === undefined) return undefined;
    throw importError(cause, label, `langchain ${providerPackage}`, wordsFor(options));
  }
}

/** The installed version of `langchain` may know more providers than `knownProviders`. */
async function viaLangChain(provider: string, name: string, options: ModelOptions): Promise<ResolvedModel> {
  const label = `${provider}:${name}`;
  const words = wordsFor(options);
  const knownProvider = ownValue(knownProviders, provider);
  const langchain = await importLangChain(label, knownProvider?.package, options);
  const providers: Readonly<Record<string, { package: string }>> = langchain?.MODEL_PROVIDER_CONFIG ?? {};
  const packageName = ownValue(providers, provider)?.package;
  if (langchain === undefined || packageName === undefined) {
    const known = Object.keys(langchain ? providers : knownProviders);
    const nearest = ownValue(nicknames, provider.toLowerCase()) ?? nearestName(provider, known);
    const guess = { nearest, known: ["rehearsal", ...known] };
    throw new RostrumError("unknown-model", { fault: "unknown-provider", model: label, ...guess }, words);
  }
  try {
    const model = await langchain.initChatModel(name, { modelProvider: provider, ...settingsFor(options) });
    return { model, label };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (/unable to import|cannot find (package|module)/i.test(reason))
      throw new RostrumError("missing-package", { cause, user: label, package: packageName }, words);
    const { access: [variable] = [], access } = knownProvider ?? {};
    // Creating a model can fail for a reason other than its key, such as a missing region.
    const lacksKey = !access?.some(environment) && /key\b/i.test(reason);
    const lacks = variable !== undefined && lacksKey ? { variable } : { reason };
    throw new RostrumError("missing-key", { cause, model: label, ...lacks }, words);
  }
}

/**
 * Creates a model from its name: `rehearsal`, `openai:NAME`, or `provider:NAME` for a LangChain provider whose package
 * is installed.
 *
 * @throws {RostrumError} `unknown-model`, `missing-key`, `missing-package`; `invalid-input` if `OPENAI_BASE_URL` or
 * `OPENAI_API_KEY` is invalid.
 */
export async function resolveModel(name: string, options: ModelOptions = {}): Promise<ResolvedModel> {
  if (name === "rehearsal") {
    const { RehearsalModel } = await import("../../offline/rehearsal/rehearsal-model.js");
    return { model: new RehearsalModel(), label: name };
  }
  const [, provider, model] = /^([\w-]+):(\S+)$/.exec(name) ?? [];
  if (provider === undefined || model === undefined)
    throw new RostrumError("unknown-model", { fault: "not-a-name", model: name }, wordsFor(options));
  return provider === "openai" ? openai(model, options) : viaLangChain(provider, model, options);
}

const openaiDefault = "openai:gpt-4.1-mini";

export const defaultModelVariable = () => ["ROSTRUM_MODEL", "OPENAI_API_KEY", "OPENAI_BASE_URL"].find(environment);

/**
 * Returns the name of the model that is set up, otherwise `rehearsal`. Returns undefined instead of `rehearsal` if
 * NODE_ENV is `production`, so that nobody mistakes the rehearsal for a model.
 */
export function findDefaultModel(): string | undefined {
  const named = environment("ROSTRUM_MODEL");
  if (named || defaultModelVariable()) return named ?? openaiDefault;
  return environment("NODE_ENV") === "production" ? undefined : "rehearsal";
}

/** @throws {RostrumError} `missing-key` if NODE_ENV is `production` and no model is set up. */
export function defaultModelName(options: Pick<ModelOptions, "language"> = {}): string {
  const found = findDefaultModel();
  if (found === undefined) throw new RostrumError("missing-key", { model: openaiDefault }, wordsFor(options));
  return found;
}

/** The models and providers that this process's environment makes available, without keys. */
export interface KnownModels {
  /** Names of models, such as `openai:gpt-4.1-mini`. */
  readonly models: readonly string[];
  /** The providers to which the environment gives access, for example by a key, an address or an AWS profile. */
  readonly providers: readonly string[];
}

export function knownModels(): KnownModels {
  const providers = Object.keys(knownProviders).filter((name) => knownProviders[name]?.access?.some(environment));
  const named = environment("ROSTRUM_MODEL") ?? [];
  const ofOpenai = providers.includes("openai") ? openaiDefault : [];
  return { models: [...new Set([named, ofOpenai, "rehearsal"].flat())], providers };
}
