import assert from "node:assert/strict";
import fc from "fast-check";
import { createCleaner } from "../../../src/core/text/clean-speech.js";
import {
  afterThinking,
  parseBid,
  parseChoice,
  readStructuredBid,
  stripThinking,
  withoutReplyTag,
} from "../../../src/core/text/read-answer.js";
import { withoutQuotations } from "../../../src/core/text/sentences.js";
import { readDirection } from "../../../src/graph/modes/director/read-direction.js";
import { readDecision, readJudgement } from "../../../src/graph/modes/group-chat/stage-steps.js";
import { readPlan } from "../../../src/graph/modes/supervisor/plan.js";
import { anyText } from "../../support/hostile-arbitraries.js";
import { itHolds } from "../../support/property.js";

const number = fc.oneof(
  fc.integer({ min: -3, max: 12 }),
  fc.double(),
  fc.constantFrom(-0, 1e21, Number.MAX_SAFE_INTEGER, 0.5),
);
const tag = number.map((value) => `<${value}>`);
const answer = fc.oneof(
  anyText,
  tag,
  fc.tuple(anyText, tag, anyText).map((parts) => parts.join("")),
  fc.tuple(anyText, number, anyText).map(([before, value, behind]) => `${before}<bid>${value}</bid>${behind}`),
);
const scale = fc
  .tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: 1, max: 20 }))
  .map(([min, size]) => ({ min, max: min + size }));

const isOn = (value: number, min: number, max: number) => Number.isInteger(value) && value >= min && value <= max;

itHolds(
  "parseBid accepts only a whole number on the scale or a pass",
  fc.property(answer, scale, (text, { min, max }) => {
    const reading = parseBid(text, { min, max });
    if (reading.ok && reading.value !== null) assert.ok(isOn(reading.value, min, max));
    // An accepted bid or pass is in a tag, or is the whole answer.
    const isWhole = /^\P{L}*(?:\d|pass)\P{L}*$/iu.test(text.normalize("NFKC"));
    if (reading.ok && !isWhole)
      assert.match(text.normalize("NFKC"), /<[^<>]*(?:\d|pass)[^<>]*>|<\s*[a-z]\w*\s*>[^<>]*(?:\d|pass)/i);
  }),
);

const value: fc.Arbitrary<unknown> = fc.oneof(
  number,
  anyText,
  fc.boolean(),
  fc.constant(null),
  fc.array(number, { maxLength: 3 }),
);
const fields = (...names: string[]) =>
  fc.dictionary(fc.constantFrom(...names, "__proto__", "constructor", "other"), value, { maxKeys: 6 });
const inJson = (object: fc.Arbitrary<unknown>) =>
  fc.oneof(
    object.map((made) => JSON.stringify(made)),
    fc.tuple(anyText, object, anyText).map(([before, made, behind]) => `${before}${JSON.stringify(made)}${behind}`),
    fc.json({ maxDepth: 2 }),
    anyText,
  );

itHolds(
  "readStructuredBid accepts only a whole number on the scale or a pass",
  fc.property(fc.oneof(fields("bid"), fc.anything({ maxDepth: 1 })), scale, (given, { min, max }) => {
    const reading = readStructuredBid(given, { min, max });
    if (reading.ok && reading.value !== null) {
      assert.ok(isOn(reading.value, min, max));
      // Adding 0 turns -0 into 0, as the parser does.
      assert.equal((given as { bid: number }).bid + 0, reading.value);
    } else if (reading.ok) assert.equal((given as { bid: unknown }).bid, null);
  }),
);

itHolds(
  "parseChoice accepts only a candidate",
  fc.property(answer, fc.integer({ min: 1, max: 9 }), (text, candidates) => {
    const reading = parseChoice(text, candidates);
    if (reading.ok) assert.ok(isOn(reading.index, 0, candidates - 1));
  }),
);

itHolds(
  "readDirection accepts only a candidate, and takes the comment and the question from the answer",
  fc.property(answer, fc.integer({ min: 1, max: 9 }), (text, candidates) => {
    const names = Array.from({ length: candidates }, (_each, index) => `Name ${index}`);
    const { comment, choice, question } = readDirection(text, names);
    if (choice.ok) assert.ok(isOn(choice.index, 0, candidates - 1));
    for (const part of [comment, question]) assert.ok(text.includes(part));
  }),
);

itHolds(
  "readJudgement accepts only answers with a yes or no, and returns texts as the reason and the open points",
  fc.property(inJson(fields("sufficient", "reason", "open")), (text) => {
    const judgement = readJudgement(text);
    if (judgement === null) return;
    assert.equal(typeof judgement.sufficient, "boolean");
    assert.ok(text.includes(String(judgement.sufficient)));
    for (const point of [judgement.reason, ...judgement.open]) assert.equal(typeof point, "string");
    assert.ok(!judgement.open.includes(""));
  }),
);

itHolds(
  "readDecision accepts only answers with a non-empty decision, and returns three texts",
  fc.property(inJson(fields("decision", "rationale", "dissent")), (text) => {
    const decision = readDecision(text);
    if (decision === null) return;
    assert.notEqual(decision.decision.trim(), "");
    assert.deepEqual(
      Object.values(decision).map((part) => typeof part),
      ["string", "string", "string"],
    );
  }),
);

const task = fc.oneof(
  fc.record({
    worker: fc.oneof(fc.integer({ min: 1, max: 3 }), value),
    task: fc.oneof(fc.constant("Measure."), value),
    after: fc.oneof(fc.constant([]), fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 2 }), value),
  }),
  value,
);

itHolds(
  "readPlan accepts only known workers, non-empty tasks and dependencies on earlier tasks",
  fc.property(
    inJson(fc.record({ tasks: fc.oneof(fc.array(task, { maxLength: 4 }), value) })),
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 1, max: 3 }),
    (text, workers, mostTasks) => {
      const names = ["Ann", "Bea", "Cid"].slice(0, workers);
      const plan = readPlan(text, names, mostTasks);
      if (plan === null) return;
      assert.ok(plan.length > 0);
      assert.ok(plan.length <= mostTasks);
      for (const [index, each] of plan.entries()) {
        assert.equal(each.number, index + 1);
        assert.ok(names.includes(each.worker));
        assert.notEqual(each.task.trim(), "");
        for (const before of each.after) assert.ok(isOn(before, 1, index));
        assert.equal(new Set(each.after).size, each.after.length);
      }
    },
  ),
);

itHolds(
  "withoutReplyTag reads the number at the start of a speech before it shows any text",
  fc.property(
    fc.oneof(
      anyText,
      fc.tuple(tag, anyText).map((parts) => parts.join("")),
    ),
    (text) => {
      const numbers: (number | undefined)[] = [];
      const read = withoutReplyTag(createCleaner({ name: "Ann" }, [{ name: "Bea" }]), (found) => numbers.push(found));
      let shown = "";
      for (let end = 1; end <= text.length; end += 1 + (text.length >> 2)) {
        const { text: now } = read(text.slice(0, end), false);
        assert.ok(now.startsWith(shown));
        if (now !== "") assert.ok(numbers.length > 0);
        shown = now;
      }
      const whole = read(text, true);
      assert.ok(whole.text.startsWith(shown));
      const leading = /^\s*[<＜]\s*(\d{1,6})\s*[>＞]/.exec(text)?.[1];
      assert.equal(numbers.at(-1), leading === undefined ? undefined : Number(leading));
    },
  ),
);

itHolds(
  "stripThinking and afterThinking return the end of the answer, without the thought",
  fc.property(anyText, anyText, (thought, text) => {
    for (const rest of [stripThinking(text), afterThinking(text)]) assert.ok(text.trimEnd().endsWith(rest));
    const safe = thought.replace(/<\/?think(?:ing)?>/gi, "");
    const said = text.replace(/<\/?think(?:ing)?>/gi, "");
    assert.equal(stripThinking(`<think>${safe}</think>${said}`), said.trim());
    assert.equal(afterThinking(`${safe}</think>${said}`), said.trim());
    assert.equal(stripThinking(`<think>${safe}`), "");
  }),
);

itHolds(
  "withoutQuotations removes quotations in “”, 「」 and «» from between other text, and never lengthens the text",
  fc.property(anyText, fc.constantFrom("“”", "「」", "«»"), (text, [open = "", close = ""]) => {
    assert.ok(withoutQuotations(text).length <= text.length);
    const inside = text.replace(/[“”「」«»„"'‘’『』\n>]/g, "");
    assert.ok(!withoutQuotations(`${inside} ${open}UNSAID${inside}${close} ${inside}`).includes("UNSAID"));
  }),
);
