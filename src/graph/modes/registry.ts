/** All modes. Each is a folder beside this file; its summary is in the locales. */
import { biddingMode } from "./bidding/bidding.js";
import { directorMode } from "./director/director.js";
import { groupChatMode } from "./group-chat/group-chat.js";
import type { Mode } from "./mode.js";
import { roundRobinMode } from "./round-robin/round-robin.js";
import { supervisorMode } from "./supervisor/supervisor.js";

const listed: readonly Mode[] = [biddingMode, directorMode, groupChatMode, roundRobinMode, supervisorMode];

export const modes: Readonly<Record<string, Mode>> = Object.fromEntries(listed.map((mode) => [mode.name, mode]));
