/** What is wrong with a YAML text, in words that say what to do. The library's own words stand where these have none. */
import type { ErrorCode, YAMLError } from "yaml";
import type { Language } from "../language.js";

/** A line that is set in wrongly comes from the library under several names. */
type Complaint = ErrorCode | "WRONG_STEP";
type Complaints = Readonly<Partial<Record<Complaint, string>>>;

const english: Complaints = {
  ALIAS_PROPS: "an alias (*name) cannot carry an anchor or a tag",
  BAD_ALIAS: "this alias (*name) names no anchor (&name)",
  BAD_DQ_ESCAPE: "a backslash in double quotes must begin a known escape; use single quotes to keep it as it is",
  BAD_INDENT: "the indentation does not fit; lines that belong together begin in the same column",
  BAD_SCALAR_START: "a text cannot begin with this character; put the text in quotes",
  BLOCK_AS_IMPLICIT_KEY: "a second “: ” on one line; put a text that holds a colon in quotes",
  DUPLICATE_KEY: "this field is given twice",
  MISSING_CHAR: "something is missing, such as a closing quote, a bracket, or a space after a colon",
  MULTILINE_IMPLICIT_KEY: "a field's name must be on one line and be followed by a colon",
  MULTIPLE_DOCS:
    "a scenario is one document; take out the line “---” and what follows it, or move it to a file of its own",
  RESOURCE_EXHAUSTION: "the values are nested too deeply",
  TAB_AS_INDENT: "tabs cannot indent; use spaces",
  TAG_RESOLVE_FAILED: "tags (!name) are not used in scenarios; take it out, or put the text in quotes",
  UNEXPECTED_TOKEN:
    "this does not belong here; check the indentation, and put a text with special characters in quotes",
  WRONG_STEP:
    "the indentation of this line or the next does not fit; lines that belong together begin in the same column, and a text that holds “: ” needs quotes",
};

const chinese: Complaints = {
  ALIAS_PROPS: "别名（*name）不能带锚点或标签",
  BAD_ALIAS: "这个别名（*name）没有对应的锚点（&name）",
  BAD_DQ_ESCAPE: "双引号里的反斜杠必须构成合法的转义；想原样保留请用单引号",
  BAD_INDENT: "缩进不对；同一层的行要从同一列开始",
  BAD_SCALAR_START: "文字不能以这个字符开头；请给文字加上引号",
  BLOCK_AS_IMPLICIT_KEY: "一行里出现了第二个“: ”；含冒号的文字要加引号",
  DUPLICATE_KEY: "这个字段写了两次",
  MISSING_CHAR: "缺少字符，例如右引号、右括号或冒号后的空格",
  MULTILINE_IMPLICIT_KEY: "字段名必须写在一行内，后面跟冒号",
  MULTIPLE_DOCS: "一个场景文件只能有一个文档；请删去“---”及其后的内容，或另存为一个文件",
  RESOURCE_EXHAUSTION: "嵌套太深",
  TAB_AS_INDENT: "不能用制表符缩进，请用空格",
  TAG_RESOLVE_FAILED: "场景文件不使用标签（!name）；请删去，或给文字加上引号",
  UNEXPECTED_TOKEN: "这里不该出现这个内容；请检查缩进，含特殊字符的文字要加引号",
  WRONG_STEP: "这一行或下一行的缩进不对；同一层的行要从同一列开始，含“: ”的文字要加引号",
};

export function complain(code: Complaint, message: string, language: Language): string {
  return (language === "zh" ? chinese : english)[code] ?? message;
}

/** What the first of some errors is about, as far as those after it tell. */
export function complaintOf([first, second]: readonly YAMLError[]): Complaint | undefined {
  if (first?.code === "BLOCK_AS_IMPLICIT_KEY" && second?.code === "MULTILINE_IMPLICIT_KEY") return "WRONG_STEP";
  return first?.code === "MISSING_CHAR" && first.message.startsWith("Sequence item") ? "BAD_INDENT" : first?.code;
}
