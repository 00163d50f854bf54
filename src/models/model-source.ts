/** From a model's name to a model. Keys and addresses come from the environment only: a name can never point elsewhere. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { inputProblem, invalidInput, RostrumError } from "../errors.js";
import type { Language } from "../language.js";
import { defaultLanguage, locales } from "../locales/registry.js";
import type { ResolvedModel } from "./resolved-model.js";

/** What a model is made with. */
export interface ModelOptions {
  /** Left to the provider when undefined: reasoning models refuse it. */
  readonly temperature?: number | undefined;
  /** The language of error messages. Default: English. */
  readonly language?: Language | undefined;
}

const wordsFor = ({ language = defaultLanguage }: ModelOptions) => locales[language].errors;

type Maker = (name: string, options: ModelOptions) => Promise<ResolvedModel>;

const openaiAddress = "https://api.openai.com/v1";

/** Retries are made in one place, by the caller; a client's own would multiply them. */
const withoutRetries = { maxRetries: 0 };

const optional = <Value>(key: string, value: Value | undefined) => (value === undefined ? {} : { [key]: value });

/** An address without the name, password and query that it may hold. */
function publicAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin === "null" ? address : `${origin}${pathname}`;
}

/** What a variable of the environment is set to; undefined where that is nothing. */
const variable = (name: string): string | undefined => process.env[name]?.trim() || undefined;

/** The address that is set, if one is. What is no address may hold a password all the same, and is not shown. */
function baseAddress(options: ModelOptions): string | undefined {
  const field = "OPENAI_BASE_URL";
  const address = variable(field);
  if (address === undefined || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))) return address;
  throw invalidInput([inputProblem(field, "expected", { expected: "http-address" }, wordsFor(options))]);
}

const openai: Maker = async (name, options) => {
  const label = `openai:${name}`;
  const baseURL = baseAddress(options);
  const apiKey = variable("OPENAI_API_KEY");
  if (apiKey === undefined && baseURL === undefined)
    throw new RostrumError("missing-key", { model: label }, wordsFor(options));
  const { ChatOpenAI } = await import("@langchain/openai");
  const model = new ChatOpenAI({
    model: name,
    ...withoutRetries,
    ...optional("temperature", options.temperature),
    // Local servers take any key, but the client insists on one.
    apiKey: apiKey ?? "none",
    configuration: optional("baseURL", baseURL),
  });
  return {
    model,
    label,
    endpoint: {
      address: publicAddress(baseURL ?? openaiAddress),
      variable: baseURL === undefined ? undefined : "OPENAI_BASE_URL",
    },
  };
};

const rehearsal: Maker = async () => {
  const { RehearsalModel } = await import("../rehearsal/rehearsal-model.js");
  return { model: new RehearsalModel(), label: "rehearsal" };
};

/** Any other provider that LangChain knows, where its package is installed. */
function viaLangChain(provider: string): Maker {
  return async (name, options) => {
    const label = `${provider}:${name}`;
    const { initChatModel, MODEL_PROVIDER_CONFIG } = await import("langchain/chat_models/universal");
    const providers: Readonly<Record<string, { package: string }>> = MODEL_PROVIDER_CONFIG;
    const known = ["rehearsal", ...Object.keys(providers)];
    const packageName = Object.hasOwn(providers, provider) ? providers[provider]?.package : undefined;
    if (packageName === undefined)
      throw new RostrumError("unknown-model", { fault: "unknown-provider", model: label, known }, wordsFor(options));
    try {
      const settings = { modelProvider: provider, ...withoutRetries, ...optional("temperature", options.temperature) };
      return { model: (await initChatModel(name, settings)) as unknown as BaseChatModel, label };
    } catch (cause) {
      throw explainProvider(cause, label, packageName, options);
    }
  };
}

/** What to do about a provider that cannot be used. */
function explainProvider(cause: unknown, label: string, packageName: string, options: ModelOptions): RostrumError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const words = wordsFor(options);
  return /unable to import|cannot find (package|module)/i.test(reason)
    ? new RostrumError("missing-package", { cause, model: label, package: packageName }, words)
    : new RostrumError("missing-key", { cause, model: label, reason }, words);
}

const ownProviders = new Map<string, Maker>([["openai", openai]]);

/**
 * The model of a name: `rehearsal`, `openai:NAME`, or `provider:NAME` for any provider of LangChain whose package is
 * installed. Throws `unknown-model`, `missing-key` or `missing-package`, and `invalid-input` where `OPENAI_BASE_URL` is no address.
 */
export async function resolveModel(name: string, options: ModelOptions = {}): Promise<ResolvedModel> {
  if (name === "rehearsal") return rehearsal("", options);
  const [, provider, model] = /^([^:\s]+):(\S+)$/.exec(name) ?? [];
  if (provider === undefined || model === undefined)
    throw new RostrumError("unknown-model", { fault: "not-a-name", model: name }, wordsFor(options));
  return (ownProviders.get(provider) ?? viaLangChain(provider))(model, options);
}

const openaiDefault = "openai:gpt-4.1-mini";

/**
 * The model used where none is named: ROSTRUM_MODEL, else OpenAI's where its key or address is set, else the rehearsal. With
 * NODE_ENV=production nobody rehearses by accident: throws `missing-key` unless the model is named.
 */
export function defaultModelName(options: Pick<ModelOptions, "language"> = {}): string {
  const named = variable("ROSTRUM_MODEL");
  if (named) return named;
  if (variable("OPENAI_API_KEY") || variable("OPENAI_BASE_URL")) return openaiDefault;
  if (variable("NODE_ENV") === "production")
    throw new RostrumError("missing-key", { model: openaiDefault }, wordsFor(options));
  return "rehearsal";
}
