import { environment } from "#platform.js";

/** Names that end in `MAX_TOKENS` are excluded, because their values are numbers, which can occur in any text. */
const secretName = /(?:^|_)(?:API|PG)?(?:KEYS?|(?<!MAX_)TOKENS?|SECRET|PASSWORD)(?:_?\d+)?$/i;

/** Shorter values, such as `true`, also occur in ordinary texts. */
const minSecretLength = 8;

function secretsIn(variables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(variables).flatMap(([name, value = ""]) => {
    // Clients trim keys before sending them, so the server's text contains the trimmed key.
    const own = secretName.test(name) ? [value.trim()] : [];
    if (!/_UR[LI]$/i.test(name)) return own;
    // `URL.parse` ends the host at characters such as a question mark, which a password can contain. This pattern finds
    // the whole password.
    const [, written = ""] = /:\/\/[^:@]*:(.*)@/.exec(value) ?? [];
    const { password = "", searchParams = new Map<string, string>() } = URL.parse(value) ?? {};
    return [...own, written, password, ...searchParams.values()];
  });
}

const bytesOf = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));

/**
 * Returns the base64 characters that depend only on the secret. `offset`: how many bytes (0, 1 or 2) after a multiple
 * of 3 the secret starts. For example, a password in `base64("user:password")` can have any offset.
 */
function base64Of(secret: string, offset: number): string {
  const bytes = "\0".repeat(offset) + bytesOf(secret);
  return btoa(bytes).slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

function formsOf(secret: string): string[] {
  const base64 = [0, 1, 2].map((offset) => base64Of(secret, offset));
  const inAddresses = base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"));
  const hex = bytesOf(secret).replace(/[\s\S]/g, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0"));
  const reversed = [...secret].reverse().join("");
  return [
    secret,
    reversed,
    ...base64,
    ...inAddresses,
    hex,
    hex.toUpperCase(),
    encodeURIComponent(secret.toWellFormed()),
  ];
}

/**
 * Replaces the environment's secrets of at least 8 characters with `[secret]`, even if they are reversed, encoded or
 * cut off: hides every run of at least 8 characters that is part of a form returned by `formsOf`.
 */
export function withoutSecrets(text: string, variables: Readonly<Record<string, string | undefined>> = environment()) {
  const parts = new Set<string>();
  for (const secret of secretsIn(variables).filter(({ length }) => length >= minSecretLength))
    for (const form of formsOf(secret))
      for (let at = 0; at + minSecretLength <= form.length; at += 1) parts.add(form.slice(at, at + minSecretLength));
  if (parts.size === 0) return text;
  let shown = "";
  let shownTo = 0;
  let hiddenTo = 0;
  for (let at = 0; at + minSecretLength <= text.length; at += 1) {
    if (!parts.has(text.slice(at, at + minSecretLength))) continue;
    if (at >= hiddenTo) shown += `${text.slice(shownTo, at)}[secret]`;
    hiddenTo = at + minSecretLength;
    shownTo = hiddenTo;
  }
  return shown + text.slice(shownTo);
}

/** Whether the text is a web page, possibly after the status that an HTTP client adds. */
export const isPage = (text: string): boolean => /^\s*(?:\d{3}\s+)?<(?:!doctype|html|head|body)\b/i.test(text);
