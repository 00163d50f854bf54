import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { page as english } from "../../src/words/en/page.js";
import { still, visit } from "../support/chromium.js";
import { statusShown } from "../support/page.js";
import { suiteSite } from "../support/suite-site.js";

const { begin, home, takePart, why } = english;

/** The accessible name of the focused element, and whether the focus is visible. */
const focused = `(() => {
  const element = document.activeElement;
  const name = element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const isHidden = element.matches(".unseen");
  const around = isHidden ? getComputedStyle(element.closest("label")) : null;
  return { name: name.trim(), isVisible: [outlineStyle, around?.outlineStyle ?? "none"].some((style) => style !== "none") && outlineWidth !== "0px" };
})()`;

interface Focused {
  readonly name: string;
  readonly isVisible: boolean;
}

async function tabTo(tab: Page, name: string, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 150; presses += 1) {
    await tab.keyboard.press(key);
    const now = await tab.evaluate<Focused>(focused);
    if (now.name === name) {
      expect(now).toEqual({ name, isVisible: true });
      return;
    }
    passed.push(now.name.slice(0, 30));
  }
  throw new Error(`“${name}” is not among ${passed.join(" | ")}`);
}

describe("the keyboard alone", () => {
  const site = suiteSite();

  it("leads through a whole conversation with a person", async () => {
    const { tab, errors, close } = await visit(site.browser, site.url, still);
    const { keyboard } = tab;
    await tab.getByRole("button", { name: home.begin, exact: true }).waitFor();
    await tabTo(tab, home.begin);
    await keyboard.press("Enter");
    const mode = english.modes["round-robin"]?.name ?? "";
    await tab.getByText(mode, { exact: true }).last().waitFor();
    await tabTo(tab, `${mode}${english.modes["round-robin"]?.summary}`);
    await keyboard.press("Enter");
    await tab.locator(".begin-form").waitFor();
    await tabTo(tab, `${begin.seatName} 1`);
    await keyboard.press("ControlOrMeta+a");
    await keyboard.type("Ann");
    await tabTo(tab, begin.human);
    await keyboard.press("Space");
    await tabTo(tab, "Turns");
    await keyboard.type("4");
    await tabTo(tab, begin.start);
    await keyboard.press("Enter");

    // Ann has the floor. In her answer, shortcut keys are text.
    await tab.locator(".answer").waitFor();
    await tabTo(tab, takePart.line("Ann"));
    await keyboard.type("Why w / wait? ");
    await keyboard.press("ControlOrMeta+Enter");
    await tab.getByText(english.stage.turn(4, 4)).filter({ visible: true }).first().waitFor();
    const thread = decodeURIComponent(tab.url().split("/").at(-1) ?? "");
    const { messages } = await site.conversations.transcript(thread);
    expect(messages.find(({ name }) => name === "Ann")?.text).toBe("Why w / wait?");

    // The shortcuts work even if a choice has the focus.
    await tab.locator(".answer").waitFor();
    await tabTo(tab, takePart.next);
    await keyboard.press("w");
    await tab.getByRole("heading", { name: why.title }).waitFor();
    await keyboard.press("Escape");
    await tab.getByRole("heading", { name: why.title }).waitFor({ state: "detached" });
    await keyboard.press("/");
    expect((await tab.evaluate<Focused>(focused)).name).toBe(takePart.line("Ann"));

    await tabTo(tab, takePart.pass);
    await keyboard.press("Enter");
    await statusShown(tab, "ended");
    expect(errors).toEqual([]);
    await close();
  });
});
