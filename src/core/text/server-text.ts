/** Prepares a server's error text for display: without the secrets that it repeats, and without whole pages. */

/**
 * Names of variables that contain secrets. `MAX_TOKENS` is excluded, because its value is a number that any text may
 * contain.
 */
const secretName = /(?:^|_)(?:API|PG)?(?:KEYS?|(?<!MAX_)TOKENS?|SECRET|PASSWORD)(?:_?\d+)?$/i;

/** The minimum length of a secret. Shorter values, such as `true`, also occur in other texts. */
const minSecretLength = 8;

/** Replaces the environment's keys and tokens, and the passwords in its addresses. */
export function withoutSecrets(text: string, environment: Readonly<Record<string, string | undefined>> = process.env) {
  const secrets = Object.entries(environment).flatMap(([name, value = ""]) => {
    // Keys are sent without surrounding white space.
    const own = secretName.test(name) ? [value.trim()] : [];
    if (!/_UR[LI]$/i.test(name)) return own;
    // A password may contain a character that ends the host, such as a question mark.
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
