/** `npm run test:thorough`: the properties of rules, parsers and renderers with many cases, before every hostile text. */
import config from "./jest.config.js";

const rooms = "{selection,text,transcript,hostile}";

export default {
  ...config,
  testMatch: [`<rootDir>/test/${rooms}/**/*.test.ts`, "<rootDir>/test/thread/*.properties.test.ts"],
  // Measures what texts cost, and has no properties.
  testPathIgnorePatterns: ["linear", "large-casts"],
  globals: { propertyCases: 10_000 },
};
