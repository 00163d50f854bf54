/** What a run begins with, made to fit: checked where a caller begins it, and cut to size where another graph does. */
import { isRecord } from "../is-record.js";
import { isTaskInput, isWithinTask } from "../langgraph/graph-internals.js";
import type { Beginning } from "../langgraph/run-scope.js";
import { readRunSettings, rejectUnknownSettings } from "../state/run-settings.js";

/**
 * As a node of another graph a conversation is handed that one's whole state, its context and what is left of its steps. Fields that
 * are no input of a conversation, such as the stop reason of another one, are nobody's mistake there; and the steps that it needs are
 * its own matter. What a caller wrote for it is checked as ever. `fields`: the names of the input fields.
 */
export const fitBeginning =
  (fields: readonly string[], recursionLimit: number) =>
  ({ input, options }: Beginning): Beginning => {
    if (!isWithinTask(options)) {
      rejectUnknownSettings(options);
      readRunSettings(options);
      return { input, options };
    }
    const own =
      isRecord(input) && isTaskInput(options, input)
        ? Object.fromEntries(Object.entries(input).filter(([name]) => fields.includes(name)))
        : input;
    const steps = Math.max(options.recursionLimit ?? 0, recursionLimit);
    return { input: own as Beginning["input"], options: { ...options, recursionLimit: steps } };
  };
