/** The modes, once. A mode is a folder beside this file and a line here; its summary stands in each locale. */
import { biddingMode } from "./bidding/bidding.js";
import { directorMode } from "./director/director.js";
import { groupChatMode } from "./group-chat/group-chat.js";
import type { Mode } from "./mode.js";
import { roundRobinMode } from "./round-robin/round-robin.js";
import { supervisorMode } from "./supervisor/supervisor.js";

const listed = [
  biddingMode,
  directorMode,
  groupChatMode,
  roundRobinMode,
  supervisorMode,
] as const satisfies readonly Mode[];

export const modes: Readonly<Record<string, Mode>> = Object.fromEntries(listed.map((mode) => [mode.name, mode]));

export const modeNames: readonly string[] = listed.map(({ name }) => name);
