/** Every command, in the order of the help. */
import type { CommandDefinition } from "./command.js";
import { diffCommand } from "./diff/command.js";
import { forkCommand } from "./fork/command.js";
import { interjectCommand } from "./interject/command.js";
import { modesCommand } from "./modes/command.js";
import { resumeCommand } from "./resume/command.js";
import { runCommand } from "./run/command.js";
import { showCommand } from "./show/command.js";
import { threadsCommand } from "./threads/command.js";

export const commands: readonly CommandDefinition[] = [
  runCommand,
  modesCommand,
  threadsCommand,
  showCommand,
  resumeCommand,
  forkCommand,
  diffCommand,
  interjectCommand,
];
