import { biddingMode } from "./bidding/bidding.js";
import { directorMode } from "./director/director.js";
import { groupChatMode } from "./group-chat/group-chat.js";
import type { Mode } from "./mode.js";
import { roundRobinMode } from "./round-robin/round-robin.js";
import { supervisorMode } from "./supervisor/supervisor.js";

/** Modes, by the names used in scenario files and on the command line. */
export type Modes = Readonly<Record<string, Mode>>;

const listed: readonly Mode[] = [
  // This comment makes the formatter keep one mode per line.
  biddingMode,
  directorMode,
  groupChatMode,
  roundRobinMode,
  supervisorMode,
];

export const modes: Modes = Object.fromEntries(listed.map((mode) => [mode.name, mode]));
