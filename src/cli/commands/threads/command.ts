/** `rostrum threads`: its arguments and options. */
import type { CommandDefinition } from "../command.js";

export const threadsCommand: CommandDefinition = {
  name: "threads",
  arguments: [],
  options: ["db", "url", "json"],
  load: async () => (await import("./threads.js")).threads,
};
