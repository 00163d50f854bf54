/**
 * Returns a language code, such as `zh` for `LANG=zh_CN.UTF-8`. If several of the variables are set, the first one
 * decides, as in other programs.
 */
export function localeCode(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const locale = ["LC_ALL", "LC_MESSAGES", "LANG"].map((name) => environment[name]).find(Boolean);
  return locale?.split(/[_.@-]/)[0]?.toLowerCase();
}
