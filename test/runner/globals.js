/** Stands in for `@jest/globals`, which works only in the scopes that Jest creates. `runner.js` sets the values. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globalThis.jestGlobals;
