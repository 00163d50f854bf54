/** `npm run token -- NAME`: makes a token for somebody, and the entry that lets it in. */
import { makeToken } from "./tokens.js";

try {
  const { token, entry } = makeToken(process.argv[2] ?? "");
  console.error(
    `The token, for them alone; it is kept nowhere:\n  ${token}\nThe entry, for ROSTRUM_TOKENS on the server:`,
  );
  console.log(entry);
} catch (error) {
  console.error(`npm run token -- NAME: ${(error as Error).message}`);
  process.exitCode = 2;
}
