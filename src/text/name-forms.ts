/** The ways people are called in speech: by the whole name, or by a part of it that nobody else in the room has. */

const han = /^\p{Script=Han}+$/u;

/** Words of a name that by themselves are no name, or are words of another meaning more often than names. */
const noNames =
  "dr mr mrs ms miss prof professor captain sir the old young little big new von van may will can art hope mark bill grace joy faith rose sue pat rob dean judge chance";
const noName = new Set(noNames.split(" "));

/** Family names, by which a Chinese personal name is told from a title such as 说书人. */
const familyNames =
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤骆裴柳温舒阮池祝梅岑鲁葛纪项俞殷毕乔季焦齐尚洪庄阎辛章祁岳安常康伍文";
const longFamilyNames = "欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 夏侯".split(" ");

/** The given name, where it has two characters: one alone is in too many words. */
function givenName(name: string): string[] {
  if (longFamilyNames.includes(name.slice(0, 2))) return name.length === 4 ? [name.slice(2)] : [];
  return name.length === 3 && familyNames.includes(name.charAt(0)) ? [name.slice(1)] : [];
}

function partsOf(name: string): string[] {
  if (han.test(name)) return givenName(name);
  const words = name.split(/\s+/).map((word) => word.replace(/[.,]+$/u, ""));
  return words.length < 2 ? [] : words.filter((word) => /^\p{Lu}.{2,}/u.test(word) && !noName.has(word.toLowerCase()));
}

/** Everything each name may be called by, the whole name first. A part that two names share stands for neither. */
export function nameForms(names: readonly string[]): string[][] {
  const owners = new Map<string, Set<string>>();
  const claim = (form: string, name: string) => owners.set(form, (owners.get(form) ?? new Set()).add(name));
  for (const name of names) for (const form of [name, ...partsOf(name)]) claim(form, name);
  return names.map((name) =>
    [name, ...new Set(partsOf(name))].filter((form) => form === name || owners.get(form)?.size === 1),
  );
}

const escapeForRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/**
 * Matches a form where it stands as a name: a Latin one only as whole words. Chinese has no spaces to tell words by, so a
 * name of one character must stand alone.
 */
export function formPattern(form: string): string {
  const body = form.split(/\s+/).map(escapeForRegExp).join("\\s+");
  if (/^\p{Script=Han}$/u.test(form)) return `(?<!\\p{Script=Han})${body}(?!\\p{Script=Han})`;
  const letter = /[\p{L}\p{N}]/u;
  const before = letter.test(form.at(0) ?? "") && !/^\p{Script=Han}/u.test(form) ? "(?<![\\p{L}\\p{N}])" : "";
  const after = letter.test(form.at(-1) ?? "") && !/\p{Script=Han}$/u.test(form) ? "(?![\\p{L}\\p{N}])" : "";
  return `${before}${body}${after}`;
}

/** A process seldom serves more casts than this at once; the oldest pattern goes first. */
const mostKept = 300;

const kept = new Map<string, RegExp>();

/**
 * A pattern made of a cast's names, kept for the next speech: compiling one takes longer than cleaning most speeches. Shared,
 * so not for flags that keep a position (g, y).
 */
export function pattern(source: string, flags: "u" | "iu"): RegExp {
  const key = `${flags}/${source}`;
  const found = kept.get(key) ?? new RegExp(source, flags);
  // Recently used patterns go to the end.
  kept.delete(key);
  kept.set(key, found);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return found;
}
