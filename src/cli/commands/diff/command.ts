/** `rostrum diff`: its arguments and options. */
import type { CommandDefinition } from "../command.js";

export const diffCommand: CommandDefinition = {
  name: "diff",
  arguments: ["thread", "other"],
  options: ["db", "url"],
  load: async () => (await import("./diff.js")).diff,
};
