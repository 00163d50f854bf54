/** `rostrum modes`: its arguments and options. */
import type { CommandDefinition } from "../command.js";

export const modesCommand: CommandDefinition = {
  name: "modes",
  arguments: [],
  options: [],
  load: async () => (await import("./modes.js")).modes,
};
