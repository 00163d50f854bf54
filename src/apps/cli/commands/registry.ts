/** All commands, in the order in which help lists them. */
import { type CommandDefinition, openingOptions, settingOptions } from "../options.js";

const settingNames = settingOptions.map(({ option }) => option).filter((option) => option !== "lang");
const changeableNames = settingNames.filter((option) => !openingOptions.includes(option));
const placeOptions = ["db", "queue", "url"] as const;
const outputOptions = ["pace", "json", "out", "public", "quiet", "verbose"] as const;

export const commands: readonly CommandDefinition[] = [
  {
    name: "run",
    arguments: ["source"],
    options: [...settingNames, "dryRun", "thread", ...placeOptions, "extensions", ...outputOptions],
    load: async () => (await import("./run.js")).run,
  },
  { name: "modes", arguments: [], options: ["extensions"], load: async () => (await import("./modes.js")).modes },
  {
    name: "init",
    arguments: ["folder"],
    options: ["typescript"],
    load: async () => (await import("./init.js")).init,
  },
  {
    name: "threads",
    arguments: [],
    options: ["search", "status", "limit", "after", ...placeOptions, "extensions", "json"],
    load: async () => (await import("./threads.js")).threads,
  },
  {
    name: "threads remove",
    arguments: ["thread"],
    takesMany: true,
    options: ["yes", ...placeOptions, "json"],
    load: async () => (await import("./threads-remove.js")).threadsRemove,
  },
  {
    name: "threads rename",
    arguments: ["thread", "title"],
    options: [...placeOptions, "json"],
    load: async () => (await import("./threads-rename.js")).threadsRename,
  },
  {
    name: "show",
    arguments: ["thread"],
    options: ["usage", "json", "out", "html", "public", "quiet", ...placeOptions, "extensions"],
    load: async () => (await import("./show.js")).show,
  },
  {
    name: "explain",
    arguments: ["thread"],
    options: ["turn", "json", ...placeOptions, "extensions"],
    load: async () => (await import("./explain.js")).explain,
  },
  {
    name: "resume",
    arguments: ["thread"],
    options: [...placeOptions, "extensions", ...outputOptions],
    load: async () => (await import("./resume.js")).resume,
  },
  {
    name: "continue",
    arguments: ["thread"],
    options: ["mode", ...settingNames, ...placeOptions, "extensions", ...outputOptions],
    load: async () => (await import("./continue.js")).continueEnded,
  },
  {
    name: "fork",
    arguments: ["thread"],
    options: ["turn", "as", "mode", "speech", ...changeableNames, ...placeOptions, "extensions", ...outputOptions],
    rejected: openingOptions,
    load: async () => (await import("./fork.js")).fork,
  },
  {
    name: "diff",
    arguments: ["thread", "other"],
    options: [...placeOptions, "extensions"],
    load: async () => (await import("./diff.js")).diff,
  },
  {
    name: "interject",
    arguments: ["thread", "line"],
    options: [...placeOptions, "extensions", "from", "now", "json", "verbose"],
    load: async () => (await import("./interject.js")).interject,
  },
  {
    name: "ui",
    arguments: [],
    options: [...placeOptions, "extensions", "host", "port", "pace", "verbose"],
    load: async () => (await import("./ui.js")).ui,
  },
  {
    name: "worker",
    arguments: [],
    options: ["db", "concurrency", "grace", "host", "port", "extensions", "pace", "verbose"],
    load: async () => (await import("./worker.js")).worker,
  },
  {
    name: "workers",
    arguments: [],
    options: ["db", "json"],
    load: async () => (await import("./workers.js")).workers,
  },
  {
    name: "mcp",
    arguments: [],
    options: [...placeOptions, "verbose"],
    load: async () => (await import("./mcp.js")).mcp,
  },
];
