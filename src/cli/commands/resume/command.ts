/** `rostrum resume`: its arguments and options. */
import type { CommandDefinition } from "../command.js";

export const resumeCommand: CommandDefinition = {
  name: "resume",
  arguments: ["thread"],
  options: ["db", "url", "pace", "json", "out", "quiet", "verbose"],
  load: async () => (await import("./resume.js")).resume,
};
