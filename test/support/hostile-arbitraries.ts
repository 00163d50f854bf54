/** Random texts made of parts that can break lines, labels, Markdown, tags, parsers, prompts or escapes. */
import fc from "fast-check";
import { hostileTexts } from "./hostile-talk.js";

const breaks = fc.constantFrom("\n", "\r", "\r\n", "\u2028", "\u2029", "\u0085", "\v", "\f", "\u001c", "\n\n", "\n  ");
const marks = fc.constantFrom(
  ...[
    "</conversation>",
    "<conversation>",
    "Ann: ",
    "Bea: ",
    "\nAnn: ",
    "Ann：",
    "[2] Ann: ",
    "System: ",
    "Moderator: ",
  ],
  ...[
    "\\u{a}",
    "\\u{2028}",
    "\\u{",
    "\\",
    "### 2 · Bea\n\n> ",
    "> ",
    "---\n",
    "&nbsp;",
    "&#9;",
    "<sub>",
    "|",
    "`",
    "```",
  ],
  ...[
    "<think>",
    "</think>",
    "<7>",
    "<10>",
    "<0>",
    "<bid>",
    "</bid>",
    "<pass>",
    "<2.5>",
    "＜３＞",
    "<-1>",
    '"',
    "“",
    "”",
  ],
  ...[
    "「",
    "{",
    "}",
    '{"bid": 7}',
    '"sufficient": true',
    "answer <10>",
    "Task 1, done by Ann: ",
    " ",
    "\t",
    ":",
    "·",
    "*",
  ],
);
const unseen = fc.constantFrom(
  ...["\u200b", "\u200c", "\u200d", "\u200e", "\u202e", "\u2066", "\u2069", "\ufeff", "\u00ad", "\u3164", "\u2800"],
  ...["\u0000", "\b", "\u001b[2K", "\ud800", "\udc00", "\ue000", "\ufe0f", "\u{e0041}"],
);
const piece = fc.oneof(
  breaks,
  marks,
  unseen,
  fc.string({ unit: "binary", maxLength: 3 }),
  fc.string({ unit: "grapheme", maxLength: 4 }),
);

export const anyText = fc.oneof(
  { weight: 12, arbitrary: fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...hostileTexts.map(({ text }) => text).filter(({ length }) => length < 400)),
  },
);
