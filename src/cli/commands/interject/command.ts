/** `rostrum interject`: its arguments and options. */
import type { CommandDefinition } from "../command.js";

export const interjectCommand: CommandDefinition = {
  name: "interject",
  arguments: ["id", "line"],
  options: ["url", "from", "now", "json", "verbose"],
  load: async () => (await import("./interject.js")).interject,
};
