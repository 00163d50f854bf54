/** `npm run test:thorough`: the properties of rules, parsers and renderers with many cases, before every hostile text. */
import config from "./jest.config.js";

export default {
  ...config,
  testMatch: [
    "hostile/{speeches,surroundings}",
    "selection/{*.properties,proportional-fair,transitions}",
    "text/{*.properties,address,bid-first,clean-speech,word-count}",
    "{thread,transcript}/*.properties",
  ].map((tests) => `<rootDir>/test/${tests}.test.ts`),
  globals: { propertyCases: 10_000 },
};
