import { explainDecision } from "../../../talk/transcript/explain.js";
import { exitStatus, UsageError } from "../io.js";
import type { Action } from "../options.js";
import { withPlace } from "../preparing/place.js";
import { safeText, terminalWidth, wrapText } from "../terminal/text.js";
import { decisionTable } from "./decision-table.js";

export const explain: Action = ([name = ""], { options: { turn, json, ...options }, io, texts, language }) =>
  withPlace({ options, io, texts }, async (place) => {
    const saved = await place.document(name);
    const conversation = { ...saved, language: language ?? saved.language };
    const { decisions } = conversation;
    const [first] = decisions;
    if (!first) throw new UsageError(texts.threads.nothingSaid(name));
    const decision = decisions.findLast((each) => String(each.turn) === turn?.trim());
    if (turn !== undefined && !decision)
      throw new UsageError(
        `--turn: ${texts.threads.noSuchTurn(turn, first.turn, decisions.at(-1)?.turn ?? first.turn)}`,
      );
    if (json) io.stdout.write(`${JSON.stringify(decision ?? decisions)}\n`);
    else if (!decision) io.stdout.write(decisionTable(conversation));
    else {
      const width = terminalWidth(io.stdout);
      const paragraphs = explainDecision(decision, conversation).map((text) =>
        wrapText(safeText(text), { width, indent: "" }),
      );
      io.stdout.write(`${paragraphs.join("\n\n")}\n`);
    }
    return exitStatus.done;
  });
