interface ProjectModel {
  /** The variables for `.env`, with their values. The user fills in empty values. */
  readonly variables: Readonly<Record<string, string>>;
  /** The packages in addition to `@langchain/openai`, which every project has. */
  readonly packages: readonly string[];
}

export const projectModels = {
  rehearsal: { variables: {}, packages: [] },
  openai: { variables: { ROSTRUM_MODEL: "openai:gpt-4.1-mini", OPENAI_API_KEY: "" }, packages: [] },
  anthropic: {
    variables: { ROSTRUM_MODEL: "anthropic:claude-sonnet-4-5", ANTHROPIC_API_KEY: "" },
    packages: ["langchain", "@langchain/anthropic"],
  },
  google: {
    variables: { ROSTRUM_MODEL: "google-genai:gemini-2.5-flash", GOOGLE_API_KEY: "" },
    packages: ["langchain", "@langchain/google-genai"],
  },
  ollama: {
    variables: { ROSTRUM_MODEL: "openai:qwen3", OPENAI_BASE_URL: "http://127.0.0.1:11434/v1" },
    packages: [],
  },
} as const satisfies Readonly<Record<string, ProjectModel>>;

export type ModelChoice = keyof typeof projectModels;

export const modelChoices = Object.keys(projectModels) as readonly ModelChoice[];

export const modelChosen = (choice: ModelChoice): ProjectModel => projectModels[choice];
