import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { page as english } from "../../src/words/en/page.js";
import { page as chinese } from "../../src/words/zh/page.js";
import { still, violationsIn, visit } from "../support/chromium.js";
import { statusShown } from "../support/page.js";
import { suiteSite } from "../support/suite-site.js";

const { begin } = english;

describe("the form", () => {
  const site = suiteSite();

  const open = (from: string) => visit(site.browser, `${site.url}#/begin/${from}`, still);
  const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();
  const nameOf = (tab: Page, seat: number) => tab.getByRole("textbox", { name: `${begin.seatName} ${seat}` });
  const focused = (tab: Page) =>
    tab.evaluate<object>(`(() => {
      const field = document.activeElement;
      const described = (field.getAttribute("aria-describedby") ?? "").split(" ");
      return {
        label: field.ariaLabel ?? field.labels?.[0]?.textContent,
        isInvalid: field.ariaInvalid,
        problem: described.map((id) => document.getElementById(id)).find((each) => each?.matches(".field-problem"))?.textContent,
        isVisible: document.elementFromPoint(
          ...(({ left, top, width, height }) => [left + width / 2, top + height / 2])(field.getBoundingClientRect())
        ) === field,
      };
    })()`);

  it("shows each problem beside its field, focuses the first such field, and drops a problem once it is solved", async () => {
    const { tab, errors, close } = await open("bidding");
    await nameOf(tab, 2).fill("");
    await tab.getByText(begin.folds.calls, { exact: true }).click();
    await tab.getByLabel("Temperature", { exact: true }).fill("warm");
    await tab.getByText(begin.folds.calls, { exact: true }).click();
    await press(tab, begin.start);
    await tab.getByRole("alert").getByText(begin.notStarted(2)).waitFor();
    expect(await focused(tab)).toEqual({
      label: `${begin.seatName} 2`,
      isInvalid: "true",
      problem: "must not be empty",
      isVisible: true,
    });
    // The closed group with a problem has opened.
    const temperature = tab.getByLabel("Temperature", { exact: true });
    expect(await temperature.getAttribute("aria-invalid")).toBe("true");
    expect(await temperature.isVisible()).toBe(true);
    expect(await violationsIn(tab)).toEqual([]);
    await nameOf(tab, 2).fill("Bea");
    await tab.getByRole("alert").getByText(begin.notStarted(1)).waitFor();
    await temperature.fill("");
    await tab.getByRole("alert").waitFor({ state: "detached" });
    // The group stays open while the person is using it.
    expect(await temperature.isVisible()).toBe(true);
    await press(tab, begin.start);
    await statusShown(tab, "ended");
    expect(errors.filter((error) => !error.includes("400"))).toEqual([]);
    await close();
  });

  it("gives a command for the page's example only if a run would begin with the same one", async () => {
    const commands = async (locale: string, words: typeof english, language: string) => {
      const options = { ...still, locale };
      const { tab, close } = await visit(site.browser, `${site.url}#/begin/bidding`, options);
      await tab.getByText(words.begin.command, { exact: true }).click();
      const shown = () => tab.locator(".beside pre").textContent();
      const before = await shown();
      const [label = "Language"] = words.setting(["language"]) ?? [];
      await tab.getByRole("combobox", { name: label, exact: true }).selectOption(language);
      const after = await shown();
      await close();
      return [before, after];
    };
    expect(await commands("zh-CN", chinese, "en")).toEqual([
      "npx rostrum run bidding --lang zh\n",
      "npx rostrum run talk.yaml\n",
    ]);
    expect(await commands("en-GB", english, "zh")).toEqual([
      "npx rostrum run bidding\n",
      "npx rostrum run bidding --lang zh\n",
    ]);
  });

  it("shows a problem with a number in the page's language, although browsers have their own messages", async () => {
    const { tab, close } = await open("round-robin");
    await press(tab, chinese.shell.toThis);
    await tab.getByLabel("发言次数", { exact: true }).fill("-1");
    await press(tab, chinese.begin.start);
    await tab.getByRole("alert").getByText(chinese.begin.notStarted(1)).waitFor();
    expect(await focused(tab)).toMatchObject({ label: "发言次数", isInvalid: "true", isVisible: true });
    expect((await focused(tab)) as { problem: string }).toHaveProperty("problem", expect.stringMatching(/^[^a-z]+$/));
    await close();
  });

  it("focuses the problem if two participants have the same name", async () => {
    const { tab, close } = await open("bidding");
    await nameOf(tab, 1).fill("Ann");
    await nameOf(tab, 2).fill("Ann");
    await press(tab, begin.start);
    await tab.locator(".field-problem").first().waitFor();
    expect(await tab.locator(".field-problem:focus, [aria-invalid]:focus").count()).toBe(1);
    await close();
  });

  it("shows an estimate of the cost when asked, until a setting changes", async () => {
    const { tab, errors, close } = await open("round-robin");
    const turns = tab.getByLabel("Turns", { exact: true }).first();
    await turns.fill("4");
    await press(tab, english.estimate.action);
    const total = tab.locator(".estimate .total");
    await total.waitFor();
    expect(await total.locator("td").first().textContent()).toBe("4");
    expect(await tab.getByText(english.estimate.free, { exact: true }).isVisible()).toBe(true);
    expect(await violationsIn(tab)).toEqual([]);
    await turns.fill("0");
    await total.waitFor({ state: "detached" });
    await press(tab, english.estimate.action);
    await tab.locator(".estimate").getByText("must be from 1 to 10000").waitFor();
    expect(errors.filter((error) => !error.includes("400"))).toEqual([]);
    await close();
  });

  it("keeps all groups closed, and counts the settings of a scenario in them", async () => {
    const { tab, close } = await open("late-harbour");
    await tab.locator(".begin-form").waitFor();
    expect(await tab.locator("details[open]").count()).toBe(0);
    expect(await tab.locator(".settings .fold-count").allTextContents()).not.toEqual([]);
    expect(await violationsIn(tab)).toEqual([]);
    await close();
  });

  it("suggests models, names the providers with keys, and keeps another name that is typed", async () => {
    const { tab, close } = await visit(site.browser, site.url, still);
    const key = "sk-not-for-the-page";
    process.env["ANTHROPIC_API_KEY"] = key;
    try {
      await tab.goto(`${site.url}#/begin/bidding`);
      await tab.getByText(begin.providers(["anthropic"])).waitFor();
      const model = tab.getByRole("combobox", { name: "Model", exact: true }).first();
      const options = await tab.evaluate<string[]>(
        `[...document.querySelector("datalist").options].map(({ value }) => value)`,
      );
      expect(await model.getAttribute("list")).toBe(await tab.locator("datalist").getAttribute("id"));
      expect(options).toEqual(["rehearsal", "anthropic:"]);
      expect(await (await fetch(`${site.url}api/models`)).text()).not.toContain(key);
      await model.fill("my-own");
      await press(tab, begin.start);
      await tab.getByRole("alert").waitFor();
      expect(await model.inputValue()).toBe("my-own");
    } finally {
      delete process.env["ANTHROPIC_API_KEY"];
      await close();
    }
  });
});
