/** What may be shown of a server's complaint: no secret that it repeats, and no whole page. */

/** `MAX_TOKENS` is a number that any text may hold. */
const secretName = /(?:^|_)(?:API|PG)?(?:KEYS?|(?<!MAX_)TOKENS?|SECRET|PASSWORD)(?:_?\d+)?$/i;

/** Shorter ones, such as `true`, are words of other sentences. */
const minSecretLength = 8;

/** The text without the environment's keys and tokens, and the passwords in its addresses. */
export function withoutSecrets(text: string, environment: Readonly<Record<string, string | undefined>> = process.env) {
  const secrets = Object.entries(environment).flatMap(([name, value = ""]) => {
    // A key is sent without the blanks around it.
    const own = secretName.test(name) ? [value.trim()] : [];
    if (!/_UR[LI]$/i.test(name)) return own;
    // A password may hold what ends the host of an address, such as a question mark.
    const [, written = ""] = /:\/\/[^:@]*:(.*)@/.exec(value) ?? [];
    const { password = "", searchParams = new Map<string, string>() } = URL.parse(value) ?? {};
    return [...own, written, password, ...searchParams.values()];
  });
  return secrets.reduce(
    (shown, secret) => (secret.length >= minSecretLength ? shown.replaceAll(secret, () => "[secret]") : shown),
    text,
  );
}

/** Whether it is a web page, perhaps behind the status that an HTTP client puts before it. */
export const isPage = (text: string): boolean => /^\s*(?:\d{3}\s+)?<(?:!doctype|html|head|body)\b/i.test(text);
