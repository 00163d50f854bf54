import assert from "node:assert/strict";
import { expect, it } from "@jest/globals";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { escapeLabel, escapeText, unescapeText } from "../../../src/base/escape-text.js";
import { readLines, renderLines } from "../../../src/core/text/lines.js";
import { lineOf } from "../../../src/core/text/message.js";
import { exportConversation } from "../../../src/talk/transcript/json.js";
import { anyText } from "../../support/hostile-arbitraries.js";
import { itHolds } from "../../support/property.js";
import { conversationOf } from "./conversations.js";

const label = anyText.filter((text) => text !== "");

itHolds(
  "readLines returns the speakers and texts given to renderLines",
  fc.property(fc.array(fc.record({ speaker: label, text: anyText }), { maxLength: 3 }), (lines) => {
    assert.deepEqual(
      readLines(renderLines(lines)),
      lines.map(({ speaker, text }) => ({ speaker, text })),
    );
  }),
);

it("renderLines rejects messages, and says how to turn them into lines", () => {
  const message = new HumanMessage({ name: "Mara", content: "Yes." });
  expect(renderLines([lineOf(message)])).toBe("Mara: Yes.");
  expect(() => renderLines([lineOf(message), message as never])).toThrow(
    "lines[1]: must be a line of the form { speaker, text }; use lineOf(message) to convert a message",
  );
});

itHolds(
  "no line of a text starts in the first column, so a text cannot start a message or a tag",
  fc.property(anyText, (said) => {
    const [first, ...rest] = renderLines([{ speaker: "Mara", text: said }]).split("\n");
    assert.ok(first?.startsWith("Mara: "));
    assert.ok(rest.every((line) => line.startsWith("  ")));
    // No other character that a reader could treat as a line break remains.
    assert.doesNotMatch([first, ...rest].join(""), /[\r\v\f\u001c-\u001e\u0085\u2028\u2029]/);
  }),
);

itHolds(
  "texts and labels are escaped reversibly",
  fc.property(anyText, (said) => {
    assert.deepEqual([unescapeText(escapeText(said)), unescapeText(escapeLabel(said))], [said, said]);
    assert.doesNotMatch(escapeLabel(said), /[\n:<>]/);
  }),
);

itHolds(
  "an export as JSON keeps speakers, texts and turns",
  fc.property(
    fc.array(fc.record({ name: label, content: anyText, isHuman: fc.boolean(), turn: fc.nat(9) }), { maxLength: 3 }),
    (said) => {
      const messages = said.map(({ isHuman, turn, ...message }) => {
        const rostrum = { kind: "speech", turn, stage: null, round: null, time: "", replyingTo: null };
        const fields = { ...message, additional_kwargs: { rostrum } };
        return isHuman ? new HumanMessage(fields) : new AIMessage(fields);
      });
      const { usage, ...state } = conversationOf([]);
      const kept = JSON.parse(
        JSON.stringify(
          exportConversation("bidding", {
            ...state,
            seed: 1,
            turn: 1,
            maxTurns: 1,
            usage: usage.rows,
            director: undefined,
            messages,
          }),
        ),
      ) as ReturnType<typeof exportConversation>;
      assert.deepEqual(
        kept.messages.map(({ name, text, turn }) => ({ speaker: name, text, turn })),
        messages.map((message, index) => ({ ...lineOf(message), turn: said[index]?.turn })),
      );
      assert.equal(lineOf(messages[0] ?? new HumanMessage("")).text, said[0]?.content ?? "");
    },
  ),
);

it("escapeText leaves ordinary prose unchanged", () => {
  const prose = "*taps the table* “No” — costs: 3 < 4, C:\\trains\\night; 火车：夜班。 👩‍🚒\tend";
  expect(escapeText(prose)).toBe(prose);
});
