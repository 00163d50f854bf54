/** What may be shown of a server's complaint: no secret that it repeats, and no whole page. */

/** The text without the environment's keys and tokens, and the passwords in its addresses. */
export function withoutSecrets(text: string, environment: Readonly<Record<string, string | undefined>> = process.env) {
  const secrets = Object.entries(environment).flatMap(([name, value = ""]) => {
    // A key is sent without the blanks around it.
    const own = /(KEY|TOKEN|SECRET|PASSWORD)/i.test(name) ? [value.trim()] : [];
    if (!name.endsWith("_URL") || !URL.canParse(value)) return own;
    const { password, searchParams } = new URL(value);
    return [...own, password, ...searchParams.values()];
  });
  return secrets.reduce(
    (shown, secret) => (secret.length > 3 ? shown.replaceAll(secret, () => "[secret]") : shown),
    text,
  );
}

/** Whether it is a web page, perhaps behind the status that an HTTP client puts before it. */
export const isPage = (text: string): boolean => /^\s*(?:\d{3}\s+)?<(?:!doctype|html|head|body)\b/i.test(text);
