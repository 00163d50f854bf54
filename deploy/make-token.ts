/**
 * `npm run token -- NAME`: creates a token for a user, and the ROSTRUM_TOKENS entry with which the server accepts it.
 */
import { makeToken } from "../src/apps/server/admission.js";

try {
  const { token, entry } = makeToken(process.argv[2] ?? "");
  console.error(
    `Token for this user only. It is not stored anywhere:\n  ${token}\nEntry for ROSTRUM_TOKENS on the server:`,
  );
  console.log(entry);
} catch (error) {
  console.error(`npm run token -- NAME: ${(error as Error).message}`);
  process.exitCode = 2;
}
