/**
 * `npm run docs:picture`: takes the README's screenshots of the page in Chromium. The environment variable CHROMIUM can
 * set the browser's path. Check the screenshots before you commit them.
 */
import { fileURLToPath } from "node:url";
import { RehearsalModel } from "../../src/offline/rehearsal/rehearsal-model.js";
import { defaultLanguage, languages } from "../../src/words/registry.js";
import removeBuild from "../../test/support/after-all.js";
import build from "../../test/support/before-all.js";
import { visit } from "../../test/support/chromium.js";
import { openSite, statusShown } from "../../test/support/page.js";

await build();
const rehearsal = new RehearsalModel({ notice: false });
const site = await openSite({ models: { byName: { rehearsal } } });
const { conversations, browser, url } = site;
for (const language of languages) {
  const input = { language, seed: 7, maxTurns: 6, model: "rehearsal" };
  const { thread } = await conversations.start("bidding", { input });
  const size = { width: 1280, height: 880 };
  const { tab, close } = await visit(browser, `${url}#/talk/${thread}`, {
    viewport: size,
    locale: language,
    colorScheme: "dark",
    reducedMotion: "reduce",
  });
  await statusShown(tab, "ended");
  // Shows the turn before the last one.
  await tab.keyboard.press("ArrowLeft");
  await tab.waitForTimeout(2000);
  const name = language === defaultLanguage ? "stage" : `stage-${language}`;
  await tab.screenshot({ path: fileURLToPath(new URL(`../images/${name}.png`, import.meta.url)) });
  await close();
}
await site.close();
await removeBuild();
