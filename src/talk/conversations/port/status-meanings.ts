/** Imports only types, because the command line loads this file for every command. */
import type { ConversationStatus } from "./port.js";

const statusMeanings: Readonly<
  Record<ConversationStatus, { readonly isActive: boolean; readonly canResume: boolean }>
> = {
  queued: { isActive: true, canResume: false },
  running: { isActive: true, canResume: false },
  waiting: { isActive: false, canResume: false },
  paused: { isActive: false, canResume: true },
  stopped: { isActive: false, canResume: true },
  failed: { isActive: false, canResume: true },
  ended: { isActive: false, canResume: false },
};

export const conversationStatuses = Object.keys(statusMeanings) as ConversationStatus[];
export const isActive = (status: ConversationStatus): boolean => statusMeanings[status].isActive;
export const canResume = (status: ConversationStatus): boolean => statusMeanings[status].canResume;
