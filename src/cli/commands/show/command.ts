/** `rostrum show`: its arguments and options. */
import type { CommandDefinition } from "../command.js";

export const showCommand: CommandDefinition = {
  name: "show",
  arguments: ["thread"],
  options: ["decisions", "usage", "json", "out", "quiet", "db", "url"],
  load: async () => (await import("./show.js")).show,
};
