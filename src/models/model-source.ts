/** Makes models from their names. Keys and addresses come from the environment only, so a name cannot redirect calls. */

import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { inputProblem, invalidInput, RostrumError } from "../errors.js";
import type { Language } from "../language.js";
import { defaultLanguage, locales } from "../locales/registry.js";
import type { ResolvedModel } from "./model-call.js";

export interface ModelOptions {
  /** Sent only when set, since reasoning models refuse it. */
  readonly temperature?: number | undefined;
  /** The language of error messages. Default: English. */
  readonly language?: Language | undefined;
}

const wordsFor = ({ language = defaultLanguage }: ModelOptions) => locales[language].errors;

type MakeModel = (name: string, options: ModelOptions) => Promise<ResolvedModel>;

const openaiAddress = "https://api.openai.com/v1";

/** The model caller retries; a client's own retries would multiply its tries. */
const withoutRetries = { maxRetries: 0 };

const optional = <Value>(key: string, value: Value | undefined) => (value === undefined ? {} : { [key]: value });

/** The address without its user name, password and query. */
function publicAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin === "null" ? address : `${origin}${pathname}`;
}

const environment = (name: string): string | undefined => process.env[name]?.trim() || undefined;

/** OPENAI_BASE_URL, if set. The error does not show an invalid value, which may hold a password. */
function baseAddress(options: ModelOptions): string | undefined {
  const field = "OPENAI_BASE_URL";
  const address = environment(field);
  if (address === undefined || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))) return address;
  throw invalidInput([inputProblem(field, "expected", { expected: "http-address" }, wordsFor(options))]);
}

/** Loads an optional peer. Throws `missing-package`, with the command that installs it, where the host does not have it. */
async function optionalPeer<Module>(
  load: () => Promise<Module>,
  packageName: string,
  label: string,
  options: ModelOptions,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (!isNotFound(cause)) throw cause;
    throw new RostrumError("missing-package", { cause, user: label, package: packageName }, wordsFor(options));
  }
}

const isNotFound = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code === "ERR_MODULE_NOT_FOUND";

const openai: MakeModel = async (name, options) => {
  const label = `openai:${name}`;
  const baseURL = baseAddress(options);
  const apiKey = environment("OPENAI_API_KEY");
  if (apiKey === undefined && baseURL === undefined)
    throw new RostrumError("missing-key", { model: label }, wordsFor(options));
  const { ChatOpenAI } = await optionalPeer(() => import("@langchain/openai"), "@langchain/openai", label, options);
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

const rehearsal: MakeModel = async () => {
  const { RehearsalModel } = await import("../rehearsal/rehearsal-model.js");
  return { model: new RehearsalModel(), label: "rehearsal" };
};

/** Any other provider that LangChain knows. Needs `langchain` and the provider's package. */
function viaLangChain(provider: string): MakeModel {
  return async (name, options) => {
    const label = `${provider}:${name}`;
    const universal = () => import("langchain/chat_models/universal");
    const { initChatModel, MODEL_PROVIDER_CONFIG } = await optionalPeer(universal, "langchain", label, options);
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

function explainProvider(cause: unknown, label: string, packageName: string, options: ModelOptions): RostrumError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const words = wordsFor(options);
  return /unable to import|cannot find (package|module)/i.test(reason)
    ? new RostrumError("missing-package", { cause, user: label, package: packageName }, words)
    : new RostrumError("missing-key", { cause, model: label, reason }, words);
}

/**
 * Makes the model of a name: `rehearsal`, `openai:NAME`, or `provider:NAME` for a provider of LangChain whose package is installed.
 * @throws {RostrumError} `unknown-model`, `missing-key`, `missing-package`; `invalid-input` if `OPENAI_BASE_URL` is not a URL.
 */
export async function resolveModel(name: string, options: ModelOptions = {}): Promise<ResolvedModel> {
  if (name === "rehearsal") return rehearsal("", options);
  const [, provider, model] = /^([^:\s]+):(\S+)$/.exec(name) ?? [];
  if (provider === undefined || model === undefined)
    throw new RostrumError("unknown-model", { fault: "not-a-name", model: name }, wordsFor(options));
  return (provider === "openai" ? openai : viaLangChain(provider))(model, options);
}

const openaiDefault = "openai:gpt-4.1-mini";

/**
 * The default model: ROSTRUM_MODEL; without it OpenAI's if its key or address is set; without those the rehearsal.
 *
 * @throws {RostrumError} `missing-key` instead of a rehearsal if NODE_ENV is `production`.
 */
export function defaultModelName(options: Pick<ModelOptions, "language"> = {}): string {
  const named = environment("ROSTRUM_MODEL");
  if (named) return named;
  if (environment("OPENAI_API_KEY") || environment("OPENAI_BASE_URL")) return openaiDefault;
  if (environment("NODE_ENV") === "production")
    throw new RostrumError("missing-key", { model: openaiDefault }, wordsFor(options));
  return "rehearsal";
}
