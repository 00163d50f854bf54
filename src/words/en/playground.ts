/** Texts that the playground has in addition to those of the page. */
export const playground = {
  language: "en",
  what: "This page runs Rostrum in your browser, without a server. Conversations are saved only in this browser.",
  model: "Model: ",
  rehearsal: "the built-in rehearsal (free and offline, without a language model)",
  changeModel: "Change",
  address: "Address of an OpenAI-compatible API",
  modelName: "Name of the model",
  key: "API key",
  keyStays:
    "The address and the key stay in this tab until you close it. This page sends the key only to this address. The API must accept requests from web pages (CORS).",
  useModel: "Use this model",
  useRehearsal: "Use the rehearsal",
  write: "Write a scenario",
  writeHelp: "For suggestions, press Ctrl-Space. To leave the editor, press Escape and then Tab.",
  edit: "Edit",
  editor: "Scenario (YAML)",
  run: "Run",
  running: "Starting…",
  copyLink: "Copy a link",
  shareScenario: "Copy a link to this scenario",
  shareTurn: (turn: number) => `Copy a link to this scenario and turn ${turn}`,
  shareHelp: "The link contains the scenario. Whoever opens it can run the same scenario.",
  damagedLink: "This link is incomplete or damaged, so its scenario cannot be read.",
  problems: (count: number) => (count === 1 ? "1 problem" : `${count} problems`),
  fine: "No problems",
};

export type PlaygroundWords = typeof playground;
