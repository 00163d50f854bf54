import assert from "node:assert/strict";
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { withoutSecrets } from "../../../src/core/text/server-text.js";
import { itHolds } from "../../support/property.js";

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

const key = "sk-proj-4f9Qz/+b2LxT0~aé7";

it.each([
  ["reversed", [...key].reverse().join("")],
  ["in base64", Buffer.from(key).toString("base64")],
  ["in base64, as a password", Buffer.from(`me:${key}`).toString("base64").slice(4)],
  ["in base64 behind a longer name", Buffer.from(`them:${key}`).toString("base64").slice(7)],
  ["in base64 for addresses", Buffer.from(`a${key}`).toString("base64url").slice(2)],
  ["in hexadecimal digits", Buffer.from(key).toString("hex")],
  ["in an address", encodeURIComponent(key)],
  ["without its end", key.slice(0, 12)],
  ["without its start", key.slice(-12)],
  ["without its start and its end", key.slice(6, 16)],
])("withoutSecrets hides a key %s", (_how, written) => {
  const shown = withoutSecrets(`bad key: ${written}`, { OPENAI_API_KEY: key });
  expect(shown).toContain("bad key: [secret]");
  // Up to three characters at the end of a base64 text may remain, because they also depend on what follows the key.
  expect(shown.length).toBeLessThanOrEqual("bad key: [secret]".length + 3);
});

it("withoutSecrets hides every copy of every secret, and keeps the text between them", () => {
  const env = { A_KEY: "0123456789", B_TOKEN: "abcdefghij" };
  expect(withoutSecrets("0123456789 and abcdefghij, 01234567, abcdefg", env)).toBe(
    "[secret] and [secret], [secret], abcdefg",
  );
});

const secretKeys = fc.stringMatching(/^[\w~+/=.-]{16,60}$/);
itHolds(
  "withoutSecrets leaves no eight characters of a key, however the text repeats it",
  fc.property(secretKeys, fc.array(fc.tuple(fc.string(), fc.nat(), fc.nat())), (secret, pieces) => {
    const text = pieces.map(([before, from, to]) => before + secret.slice(from % 20, 8 + (to % 60))).join("");
    const shown = withoutSecrets(text, { API_KEY: secret });
    for (let at = 0; at + 8 <= secret.length; at += 1) assert(!shown.includes(secret.slice(at, at + 8)));
  }),
);

it("withoutSecrets hides a password that contains a character that usually ends the host", () => {
  const env = { DATABASE_URL: "postgres://me:s3cret?12@host/talks" };
  expect(withoutSecrets(`no server at ${env.DATABASE_URL}`, env)).toBe(
    "no server at postgres://me:[secret]@host/talks",
  );
});
