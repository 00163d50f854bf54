/** `rostrum fork`: its arguments and options. */
import { type SettingOption, settingOptions } from "../../options.js";
import type { CommandDefinition } from "../command.js";

const namesOf = (settings: readonly SettingOption[]) => settings.map(({ option }) => option);
const settings = settingOptions.filter(({ option }) => option !== "lang");
const changeable = settings.filter(({ isFixedByOpening }) => !isFixedByOpening);
const fixed = settings.filter(({ isFixedByOpening }) => isFixedByOpening);

export const forkCommand: CommandDefinition = {
  name: "fork",
  arguments: ["thread"],
  options: ["turn", "as", "mode", ...namesOf(changeable), "db", "url", "pace", "json", "out", "quiet", "verbose"],
  rejected: namesOf(fixed),
  load: async () => (await import("./fork.js")).fork,
};
