/** What may be shown of a server's complaint: no secret that it repeats, and no whole page. */

/** `MAX_TOKENS` is a number that any text may hold. */
const secretName = /(?:^|_)(?:API|PG)?(?:KEY|(?<!MAX_)TOKENS?|SECRET|PASSWORD)$/i;

/** Shorter ones, such as `true`, are words of other sentences. */
const minSecretLength = 8;

/** The text without the environment's keys and tokens, and the passwords in its addresses. */
export function withoutSecrets(text: string, environment: Readonly<Record<string, string | undefined>> = process.env) {
  const secrets = Object.entries(environment).flatMap(([name, value = ""]) => {
    // A key is sent without the blanks around it.
    const own = secretName.test(name) ? [value.trim()] : [];
    if (!/_UR[LI]$/i.test(name) || !URL.canParse(value)) return own;
    const { password, searchParams } = new URL(value);
    return [...own, password, ...searchParams.values()];
  });
  return secrets.reduce(
    (shown, secret) => (secret.length >= minSecretLength ? shown.replaceAll(secret, () => "[secret]") : shown),
    text,
  );
}

/** Whether it is a web page, perhaps behind the status that an HTTP client puts before it. */
export const isPage = (text: string): boolean => /^\s*(?:\d{3}\s+)?<(?:!doctype|html|head|body)\b/i.test(text);
