/** `rostrum run`: its arguments and options. */
import { settingOptions } from "../../options.js";
import type { CommandDefinition } from "../command.js";

const settingNames = settingOptions.map(({ option }) => option).filter((option) => option !== "lang");

export const runCommand: CommandDefinition = {
  name: "run",
  arguments: ["source"],
  options: [...settingNames, "thread", "db", "url", "pace", "json", "out", "quiet", "verbose"],
  load: async () => (await import("./run.js")).run,
};
