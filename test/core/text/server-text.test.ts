/** `withoutSecrets` hides the secrets in a server's error message, and nothing else. */
import { expect, it } from "@jest/globals";
import { withoutSecrets } from "../../../src/core/text/server-text.js";

const complaint = 'invalid value "true" for stream; max 4096, or 12345678';

it.each(["TOKENIZERS_PARALLELISM", "KEYBOARD", "API_KEY", "API_KEY_2", "MONKEY", "KEY_2_TURN"])(
  "withoutSecrets keeps the value of %s=true",
  (name) => {
    expect(
      withoutSecrets(complaint, {
        [name]: "true",
        MAX_TOKENS: "4096",
        MAX_TOKENS_2: "4096",
        OPENAI_MAX_TOKENS: "12345678",
      }),
    ).toBe(complaint);
  },
);

it.each([
  "OPENAI_API_KEY",
  "OPENAI_APIKEY",
  "AWS_SECRET_ACCESS_KEY",
  "KEY",
  "ROSTRUM_TOKEN",
  "ROSTRUM_TOKENS",
  "CLIENT_SECRET",
  "PGPASSWORD",
  "db_password",
  "API_KEY_2",
  "OPENAI_API_KEY3",
  "GROQ_API_KEYS",
  "ROSTRUM_TOKEN_1",
])("withoutSecrets hides the value of %s", (name) => {
  expect(withoutSecrets("bad s3cret-1, sorry", { [name]: " s3cret-1\n" })).toBe("bad [secret], sorry");
});

it.each(["DATABASE_URI", "DATABASE_URL"])("withoutSecrets hides the password in %s", (name) => {
  const env = { [name]: "postgres://me:s3cret-1@host/talks?sslmode=require" };
  expect(withoutSecrets("no entry for me:s3cret-1, but ssl is required", env)).toBe(
    "no entry for me:[secret], but ssl is required",
  );
});

it("withoutSecrets hides a password that contains a character that usually ends the host", () => {
  const env = { DATABASE_URL: "postgres://me:s3cret?12@host/talks" };
  expect(withoutSecrets(`no server at ${env.DATABASE_URL}`, env)).toBe(
    "no server at postgres://me:[secret]@host/talks",
  );
});
