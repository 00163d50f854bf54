import { afterAll, beforeAll, jest } from "@jest/globals";
import { RehearsalModel } from "../../src/offline/rehearsal/rehearsal-model.js";
import { openSite, type Site } from "./page.js";

// Tests have a long limit, because each action in the browser has its own limit, and an action's error names the
// action.
jest.setTimeout(240_000);

/**
 * Call at the top of a suite. Do not destructure the result outside of tests, because its fields are set only once the
 * site is open.
 */
export function suiteSite(given?: Parameters<typeof openSite>[0]): Site {
  const site = {} as Site;
  beforeAll(async () => {
    const options = given ?? { models: { byName: { rehearsal: new RehearsalModel({ notice: false }) } } };
    Object.assign(site, await openSite(options));
  });
  afterAll(() => site.close?.());
  return site;
}
