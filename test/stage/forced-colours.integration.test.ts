import { expect, it } from "@jest/globals";
import { still, visit } from "../support/chromium.js";
import { lookAtEach } from "../support/page.js";
import { suiteSite } from "../support/suite-site.js";

/** Finds bars and marks that have no color of their own, and chosen elements that look like those beside them. */
const indistinct = `[...document.querySelectorAll(".rung-bar i:not(.ghost), .bars i, .share-bar i, .pillar, .state, .entry-status, .live-off, .live-on")].flatMap((element) => {
  const { backgroundColor } = getComputedStyle(element, element.matches("i") ? null : "::before");
  return ["transparent", "rgba(0, 0, 0, 0)", getComputedStyle(document.body).backgroundColor].includes(backgroundColor) ? [element.className || element.outerHTML] : [];
}).concat([...document.querySelectorAll(".choice label[data-chosen], .tab[aria-pressed=true]")].flatMap((element) => {
  const other = element.parentElement.querySelector(":scope > :not([data-chosen], [aria-pressed=true], legend)");
  return other && getComputedStyle(element).backgroundColor === getComputedStyle(other).backgroundColor ? [element.className || element.outerHTML] : [];
}))`;

const site = suiteSite();

it("with forced colors, draws bars and marks, and distinguishes chosen elements from those beside them", async () => {
  await site.conversations.start("bidding", { thread: "forced", input: { maxTurns: 3, seed: 4 } });
  const { tab, close } = await visit(site.browser, site.url, { ...still, forcedColors: "active" });
  const views = {
    "#/": ".entry",
    "#/talk/forced/turn/2/why": ".rung-bar i",
    "#/talk/forced/account": ".share-bar i",
    "#/begin/bidding": ".begin .choice",
  };
  await lookAtEach(tab, site.url, views, async (address) =>
    expect([address, await tab.evaluate<string[]>(indistinct)]).toEqual([address, []]),
  );
  await close();
});
