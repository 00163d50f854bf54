/** Prepares a server's error text for display: hides secrets that the text repeats, and recognizes web pages. */

/**
 * Matches the names of environment variables that contain secrets. Names that end in `MAX_TOKENS` are excluded, because
 * their values are numbers, which any text may contain.
 */
const secretName = /(?:^|_)(?:API|PG)?(?:KEYS?|(?<!MAX_)TOKENS?|SECRET|PASSWORD)(?:_?\d+)?$/i;

/** The minimum length of a secret. Shorter values, such as `true`, also occur in other texts. */
const minSecretLength = 8;

/**
 * Replaces each secret from the environment by `[secret]`: the values of variables such as `OPENAI_API_KEY`, and the
 * passwords and query parameters of addresses in variables such as `DATABASE_URL`.
 */
export function withoutSecrets(text: string, environment: Readonly<Record<string, string | undefined>> = process.env) {
  const secrets = Object.entries(environment).flatMap(([name, value = ""]) => {
    // Clients trim a key before they send it, so the server's text contains the trimmed key.
    const own = secretName.test(name) ? [value.trim()] : [];
    if (!/_UR[LI]$/i.test(name)) return own;
    // `URL.parse` ends the host at characters such as a question mark, which a password may contain. The pattern finds
    // the whole password.
    const [, written = ""] = /:\/\/[^:@]*:(.*)@/.exec(value) ?? [];
    const { password = "", searchParams = new Map<string, string>() } = URL.parse(value) ?? {};
    return [...own, written, password, ...searchParams.values()];
  });
  return secrets.reduce(
    (shown, secret) => (secret.length >= minSecretLength ? shown.replaceAll(secret, () => "[secret]") : shown),
    text,
  );
}

/** Whether the text is a web page, possibly after the status that an HTTP client adds. */
export const isPage = (text: string): boolean => /^\s*(?:\d{3}\s+)?<(?:!doctype|html|head|body)\b/i.test(text);
