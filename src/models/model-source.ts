/** From a model's name to a model. Keys and addresses come from the environment only: a name can never point elsewhere. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { RostrumError } from "../errors.js";
import type { ResolvedModel } from "./resolved-model.js";

/** What a model is made with. */
export interface ModelOptions {
  /** Left to the provider when undefined: reasoning models refuse it. */
  readonly temperature?: number | undefined;
}

type Maker = (name: string, options: ModelOptions) => Promise<ResolvedModel>;

const openaiAddress = "https://api.openai.com/v1";

/** Retries are made in one place, by the asker; a client's own would multiply them. */
const withoutRetries = { maxRetries: 0 };

const optional = <Value>(key: string, value: Value | undefined) => (value === undefined ? {} : { [key]: value });

const openai: Maker = async (name, { temperature }) => {
  const baseURL = process.env["OPENAI_BASE_URL"] || undefined;
  const apiKey = process.env["OPENAI_API_KEY"] || undefined;
  if (apiKey === undefined && baseURL === undefined)
    throw new RostrumError(
      "missing-key",
      `openai:${name} needs a key: set OPENAI_API_KEY (or OPENAI_BASE_URL for a server of your own that needs none). Without either, --model rehearsal works offline.`,
      { model: `openai:${name}` },
    );
  const { ChatOpenAI } = await import("@langchain/openai");
  const model = new ChatOpenAI({
    model: name,
    ...withoutRetries,
    ...optional("temperature", temperature),
    // Local servers take any key, but the client insists on one.
    apiKey: apiKey ?? "none",
    configuration: optional("baseURL", baseURL),
  });
  return {
    model,
    label: `openai:${name}`,
    endpoint: { address: baseURL ?? openaiAddress, variable: baseURL === undefined ? undefined : "OPENAI_BASE_URL" },
  };
};

const rehearsal: Maker = async () => {
  const { RehearsalModel } = await import("./rehearsal/rehearsal-model.js");
  return { model: new RehearsalModel(), label: "rehearsal" };
};

/** Any other provider that LangChain knows, where its package is installed. */
function viaLangChain(provider: string): Maker {
  return async (name, { temperature }) => {
    const label = `${provider}:${name}`;
    const { initChatModel, MODEL_PROVIDER_CONFIG } = await import("langchain/chat_models/universal");
    const known: Readonly<Record<string, { package: string }>> = MODEL_PROVIDER_CONFIG;
    const config = known[provider];
    if (config === undefined)
      throw new RostrumError(
        "unknown-model",
        `${label}: there is no provider “${provider}”. Known are rehearsal, ${Object.keys(known).join(", ")}.`,
        { model: label },
      );
    try {
      const settings = { modelProvider: provider, ...withoutRetries, ...optional("temperature", temperature) };
      return { model: (await initChatModel(name, settings)) as unknown as BaseChatModel, label };
    } catch (cause) {
      throw explainProvider(cause, label, config.package);
    }
  };
}

/** What to do about a provider that cannot be used. */
function explainProvider(cause: unknown, label: string, packageName: string): RostrumError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (/unable to import|cannot find (package|module)/i.test(reason))
    return new RostrumError(
      "missing-package",
      `${label} needs the package ${packageName}: npm install ${packageName}`,
      {
        cause,
        model: label,
      },
    );
  return new RostrumError("missing-key", `${label} cannot be used: ${reason}`, { cause, model: label });
}

const ownProviders: Readonly<Record<string, Maker>> = { openai };

/**
 * The model of a name: `rehearsal`, `openai:NAME`, or `provider:NAME` for any provider of LangChain whose package is
 * installed. Throws `unknown-model`, `missing-key` or `missing-package`.
 */
export async function resolveModel(name: string, options: ModelOptions = {}): Promise<ResolvedModel> {
  if (name === "rehearsal") return rehearsal("", options);
  const [, provider, model] = /^([^:\s]+):(\S+)$/.exec(name) ?? [];
  if (provider === undefined || model === undefined)
    throw new RostrumError(
      "unknown-model",
      `“${name}” is not a model: write provider:name, such as openai:gpt-4.1-mini, or rehearsal.`,
      { model: name },
    );
  return (ownProviders[provider] ?? viaLangChain(provider))(model, options);
}

/** The model used where none is named: ROSTRUM_MODEL, else OpenAI's where its key or address is set, else the rehearsal. */
export function defaultModelName(): string {
  const named = process.env["ROSTRUM_MODEL"]?.trim();
  if (named) return named;
  return process.env["OPENAI_API_KEY"] || process.env["OPENAI_BASE_URL"] ? "openai:gpt-4.1-mini" : "rehearsal";
}
