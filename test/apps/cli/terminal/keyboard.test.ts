import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { Keyboard } from "../../../../src/apps/cli/audience/keyboard.js";
import { OutputGate } from "../../../../src/apps/cli/audience/output-gate.js";
import type { Output } from "../../../../src/apps/cli/io.js";
import { coloursFor, StatusLine } from "../../../../src/apps/cli/terminal/text.js";
import { Captured, FakeKeyboard } from "../captured-io.js";

const prompt = "\u001b[1G\u001b[0J› \u001b[3G";
const erased = "\u001b[1G\u001b[0J";
const backUp = "\u001b[1A\r\u001b[2K";

function setUp() {
  let writes = 0;
  const shown = new Captured(true, 80, () => {
    writes += 1;
  });
  const terminal = shown as unknown as Output;
  const gate = new OutputGate(terminal);
  const out = gate.through(terminal);
  const input = new FakeKeyboard();
  const lines: string[] = [];
  const takeLine = (line: string) => {
    lines.push(line);
    return `  (${line})\n`;
  };
  const withdrawn = "Too late.\n";
  const keyboard = new Keyboard({ input, terminal, gate, withdrawn, takeLine, onInterrupt: () => lines.push("^C") });
  const type = async (keys: string) => {
    input.write(keys);
    await wait(1);
  };
  const news = () => {
    const { text } = shown;
    shown.text = "";
    return text;
  };
  return { out, gate, keyboard, type, lines, news, input, writes: () => writes };
}

describe("typing during a speech", () => {
  it("holds back the speech, and repeats its unfinished line after the typed line is sent", async () => {
    const { out, type, lines, news } = setUp();
    out.write("Ann\n  I thi");
    await type("Wh");
    expect(news()).toBe(`Ann\n  I thi\n${prompt}Wh`);
    out.write("nk so.\n");
    expect(news()).toBe("");
    await type("y?\r");
    expect(news()).toBe(`y?${erased}${backUp}  (Why?)\n  I think so.\n`);
    out.write("\n");
    expect(news()).toBe("\n");
    expect(lines).toEqual(["Why?"]);
  });

  it("holds back a note, and shows the note on its own line after the typed line is sent", async () => {
    const { out, gate, type, news } = setUp();
    gate.note("It ends soon.\n");
    expect(news()).toBe("It ends soon.\n");
    out.write("Ann\n  I thi");
    news();
    gate.note("It ends soon.\n");
    expect(news()).toBe(`\n${backUp}It ends soon.\n  I thi`);
    await type("Wh");
    news();
    gate.note("It ends now.\n");
    expect(news()).toBe("");
    await type("y?\r");
    expect(news()).toMatch(/ {2}\(Why\?\)\nIt ends now\.\n {2}I thi$/);
  });

  it("hides the status line until typing ends", async () => {
    const { out, type, news } = setUp();
    const status = new StatusLine(out, coloursFor(out, { NO_COLOR: "1" }));
    status.show("thinking …");
    await type("a");
    expect(news()).toBe(`\r\u001b[2K  thinking …\r\u001b[2K${prompt}a`);
    status.clear();
    out.write("Ann\n");
    await type("\u007f\r");
    expect(news()).toMatch(/\r\u001b\[2K {2}thinking …\r\u001b\[2KAnn\n$/);
  });

  it("supports the usual editing keys, and Escape to discard the line", async () => {
    const { out, type, lines, news } = setUp();
    await type("ac\u001b[Db\u0001<\u0005>\r");
    await type("two words\u0017lines\r");
    await type("\u001b[A");
    expect(news()).not.toContain("› lines");
    await type("two\u001b[A!\r");
    await type("never");
    out.write("Said.\n");
    await type("\u001b");
    await wait(700);
    expect(news().endsWith(`${erased}Said.\n`)).toBe(true);
    expect(lines).toEqual(["<abc>", "two lines", "two lines!"]);
  });

  it("draws a long pasted text in few writes", async () => {
    const { type, lines, writes } = setUp();
    await type(`${"字".repeat(20_000)}\r`);
    expect(lines).toEqual(["字".repeat(20_000)]);
    expect(writes()).toBeLessThan(20);
  });
});

describe("a question", () => {
  const { signal } = new AbortController();

  it("is asked after the current line is sent, and is answered by the next line, even if both arrive at once", async () => {
    const { keyboard, type, lines, news } = setUp();
    await type("Before");
    const answer = keyboard.ask("Your turn.\n", signal);
    expect(news()).not.toContain("Your turn.");
    await type("!\rMine.\rAfter.\r");
    expect(await answer).toBe("Mine.");
    expect(lines).toEqual(["Before!", "After."]);
    expect(news()).toContain(`  (Before!)\nYour turn.\n${prompt}`);
  });

  it("disappears when it is withdrawn, and an unfinished answer becomes a line that delays nothing", async () => {
    const { keyboard, type, lines, news, out } = setUp();
    const asking = new AbortController();
    await type("Ann, who ");
    void keyboard.ask("Your turn.\n", asking.signal);
    asking.abort();
    await type("pays?\r");
    expect(lines).toEqual(["Ann, who pays?"]);
    expect(news()).not.toContain("Your turn.");
    const next = new AbortController();
    void keyboard.ask("Your turn.\n", next.signal);
    await type("half");
    news();
    out.write("Said.\n");
    next.abort();
    expect(news()).toBe(`${erased}Too late.\nSaid.\n${prompt}half`);
    await keyboard.untilIdle();
    expect(keyboard.isTyping).toBe(false);
    await type(" a line\r");
    expect(lines).toEqual(["Ann, who pays?", "half a line"]);
    const last = new AbortController();
    void keyboard.ask("Your turn.\n", last.signal);
    await type(" ");
    last.abort();
    expect(news()).not.toContain("Too late.");
  });

  it("has no answer once the input has ended", async () => {
    const { keyboard, input, type } = setUp();
    const answer = keyboard.ask("Your turn.\n", signal);
    await type("half");
    input.end();
    expect(await answer).toBeUndefined();
    expect(await keyboard.ask("Your turn.\n", signal)).toBeUndefined();
    expect(keyboard.close()).toEqual([]);
  });

  it("has no answer after Ctrl-D at an empty prompt; Ctrl-D in a line only edits the line", async () => {
    const { keyboard, type, lines, news } = setUp();
    await type("\u0004\u0004no\u0001\u0004\u0004\u0004");
    expect(news()).toContain("›");
    await type("\r");
    const first = keyboard.ask("Your turn.\n", signal);
    await type("xMine.\u0001\u0004\r");
    expect(await first).toBe("Mine.");
    const second = keyboard.ask("Your turn.\n", signal);
    await type("\u0004");
    expect(await second).toBeUndefined();
    const third = keyboard.ask("Paused.\n", signal);
    await type("\r");
    expect(await third).toBe("");
    await type("After.\r");
    expect(lines).toEqual(["After."]);
  });

  it("is answered by an empty line, but not by Escape", async () => {
    const { keyboard, type } = setUp();
    const answer = keyboard.ask("Your turn.\n", signal);
    await type("nonsense\u001b");
    await wait(700);
    await type("\r");
    expect(await answer).toBe("");
  });
});

it("closing the keyboard returns the unfinished line, and restores the terminal", async () => {
  const { keyboard, type, lines, input, out, news } = setUp();
  await type("half");
  out.write("Said.\n");
  expect(keyboard.close()).toEqual(["half"]);
  expect(news().endsWith("Said.\n")).toBe(true);
  await type(" a line\r\u0003");
  expect({ lines, isRaw: input.isRaw }).toEqual({ lines: [], isRaw: false });
});
