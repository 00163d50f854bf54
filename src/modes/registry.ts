/** The modes by name, for whatever lets its user pick one. */

import type { Command, RunControl } from "@langchain/langgraph";
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import type { z } from "zod";
import { ruleBook, rules, rulesWithoutBids } from "../selection/registry.js";
import type { FieldCheck } from "../state/problems.js";
import { contexts } from "../state/run-settings.js";
import type { fork } from "../thread/fork.js";
import type { interject } from "../thread/interject.js";
import { createBidding } from "./bidding/bidding.js";
import { biddingFields, checkBidding } from "./bidding/settings.js";
import { createDirector } from "./director/director.js";
import { checkDirector, directorFields } from "./director/settings.js";
import { createGroupChat } from "./group-chat/group-chat.js";
import { checkGroupChat, groupChatFields } from "./group-chat/settings.js";
import type { ModeName } from "./mode-names.js";
import type { ConversationOptions } from "./options.js";
import { createRoundRobin } from "./round-robin/round-robin.js";
import { roundRobinFields } from "./round-robin/settings.js";
import { checkSupervisor, supervisorFields } from "./supervisor/settings.js";
import { createSupervisor } from "./supervisor/supervisor.js";

interface StreamOptions {
  readonly context: object;
  readonly streamMode: ("custom" | "values")[];
  readonly signal: AbortSignal;
  /** The thread, where interjections are to be heard or a person is waited for. */
  readonly configurable?: { readonly thread_id: string; readonly isCommandLine?: true };
  /** Has the run end at the next step's boundary. */
  readonly control?: RunControl;
  readonly durability?: "sync";
}

/** The part of a compiled graph that is the same in every mode. */
type RunnableGraph = Parameters<typeof interject>[0] &
  Parameters<typeof fork>[0] & {
    stream(
      input: Readonly<Record<string, unknown>> | Command | null,
      options: StreamOptions,
    ): Promise<AsyncIterable<[string, unknown]>>;
  };

/** What a graph is compiled with. */
interface Keeping {
  readonly store?: BaseStore;
  readonly checkpointer?: BaseCheckpointSaver;
}

/** A mode as a catalog shows it. */
interface Mode {
  /** Its input fields, but for `messages`. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /** How a run of it may be made. */
  readonly context: Readonly<Record<string, z.ZodType>>;
  /** What the input fields have to do with each other. */
  readonly check?: FieldCheck;
  readonly compile: (
    options: Omit<ConversationOptions<never>, "selectSpeaker" | "rules">,
    keeping?: Keeping,
  ) => RunnableGraph;
}

const own: Readonly<Record<ModeName, Mode>> = {
  bidding: {
    fields: biddingFields,
    context: contexts.bidding.omit({ scenario: true }).shape,
    check: (input) => [...checkBidding(input), ...ruleBook(rules).check(input)],
    compile: (options, keeping) => createBidding(options).compile(keeping) as unknown as RunnableGraph,
  },
  director: {
    fields: directorFields,
    context: contexts.director.omit({ scenario: true }).shape,
    check: checkDirector,
    compile: (options, keeping) => createDirector(options).compile(keeping) as unknown as RunnableGraph,
  },
  "group-chat": {
    fields: groupChatFields,
    context: contexts["group-chat"].omit({ scenario: true }).shape,
    check: checkGroupChat,
    compile: (options, keeping) => createGroupChat(options).compile(keeping) as unknown as RunnableGraph,
  },
  "round-robin": {
    fields: roundRobinFields,
    context: contexts["round-robin"].omit({ scenario: true }).shape,
    check: ruleBook(rulesWithoutBids).check,
    compile: (options, keeping) => createRoundRobin(options).compile(keeping) as unknown as RunnableGraph,
  },
  supervisor: {
    fields: supervisorFields,
    context: contexts.supervisor.omit({ scenario: true }).shape,
    check: checkSupervisor,
    compile: (options, keeping) => createSupervisor(options).compile(keeping) as unknown as RunnableGraph,
  },
};

export const modes: Readonly<Record<string, Mode>> = own;
