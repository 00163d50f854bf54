/**
 * Returns a language code, such as `zh` for `LANG=zh_CN.UTF-8`. As in other programs, `LC_ALL` takes precedence over
 * `LC_MESSAGES`, and both take precedence over `LANG`.
 */
export function localeCode(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const locale = ["LC_ALL", "LC_MESSAGES", "LANG"].map((name) => environment[name]).find(Boolean);
  return locale?.split(/[_.@-]/)[0]?.toLowerCase();
}
