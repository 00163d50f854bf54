/** What a person is told about a model that cannot be had, in the language of the conversation. */
import type { Language } from "../language.js";

interface ModelWords {
  readonly notAModel: (name: string) => string;
  readonly unknownProvider: (label: string, known: readonly string[]) => string;
  readonly missingKey: (label: string) => string;
  readonly missingPackage: (label: string, packageName: string) => string;
  readonly unusable: (label: string, reason: string) => string;
  readonly notAnAddress: string;
}

const english: ModelWords = {
  notAModel: (name) =>
    `“${name}” is not a model: write provider:name, such as openai:gpt-4.1-mini, or rehearsal, which works offline.`,
  unknownProvider: (label, known) => `${label}: there is no such provider. Known are ${known.join(", ")}.`,
  missingKey: (label) =>
    `${label} needs a key: set OPENAI_API_KEY (or OPENAI_BASE_URL for a server of your own that needs none). Without either, the model “rehearsal” works offline.`,
  missingPackage: (label, packageName) => `${label} needs the package ${packageName}: npm install ${packageName}`,
  unusable: (label, reason) => `${label} cannot be used: ${reason}`,
  notAnAddress: "must be an address that begins with http:// or https://, such as http://127.0.0.1:11434/v1",
};

const chinese: ModelWords = {
  notAModel: (name) =>
    `“${name}”不是模型名：请写成 provider:name，例如 openai:gpt-4.1-mini；也可以用不联网的 rehearsal。`,
  unknownProvider: (label, known) => `${label}：没有这个提供方。可用的有 ${known.join("、")}。`,
  missingKey: (label) =>
    `${label} 需要密钥：请设置 OPENAI_API_KEY（自己的服务器不需要密钥时，设置 OPENAI_BASE_URL）。两者都没有时，可用不联网的模型 rehearsal。`,
  missingPackage: (label, packageName) => `${label} 需要安装 ${packageName}：npm install ${packageName}`,
  unusable: (label, reason) => `${label} 无法使用：${reason}`,
  notAnAddress: "须为以 http:// 或 https:// 开头的地址，例如 http://127.0.0.1:11434/v1",
};

export const modelWords: Readonly<Record<Language, ModelWords>> = { en: english, zh: chinese };
