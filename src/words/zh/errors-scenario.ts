import type { ScenarioFault } from "../error-parameters.js";

const yaml: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "别名（*name）不能带锚点或标签",
  BAD_ALIAS: "这个别名（*name）没有对应的锚点（&name）",
  AFTER_QUOTE: "右引号或右括号后面多出了内容；文字里要用引号时，请在外面改用另一种引号",
  BAD_DQ_ESCAPE: "双引号里的反斜杠必须构成合法的转义；想原样保留请用单引号",
  BAD_INDENT: "缩进不对；同一层的行要从同一列开始",
  BAD_SCALAR_START: "文字不能以这个字符开头；请给文字加上引号",
  BLOCK_AS_IMPLICIT_KEY: "一行里出现了第二个“: ”；含冒号的文字要加引号",
  BLOCK_IN_FLOW: "{ } 或 [ ] 里的两项之间缺少逗号",
  DUPLICATE_KEY: "这个字段写了两次",
  MISSING_CHAR: "缺少字符，例如右引号、右括号或冒号后的空格",
  MULTILINE_IMPLICIT_KEY: "字段名必须写在一行内，后面跟半角冒号“: ”",
  MULTIPLE_DOCS: "一个场景文件只能有一个文档；请删去“---”及其后的内容，或另存为一个文件",
  RESOURCE_EXHAUSTION: "嵌套太深",
  STRAY_BRACKET: "这个右括号没有对应的左括号；请删去它，或补上左括号",
  TAB_AS_INDENT: "不能用制表符缩进，请用空格",
  TAG_RESOLVE_FAILED: "场景文件不使用标签（!name）；请删去，或给文字加上引号",
  "UNCLOSED {": "这个“{”没有配对的“}”",
  "UNCLOSED [": "这个“[”没有配对的“]”",
  'UNCLOSED "': "这个双引号没有配对；请在文字末尾补上",
  "UNCLOSED '": "这个单引号没有配对；请在文字末尾补上，文字里的单引号要写两个",
  UNEXPECTED_TOKEN: "这里不该出现这个内容；请检查缩进，含特殊字符的文字要加引号",
  WRONG_STEP: "这一行或下一行的缩进不对；同一层的行要从同一列开始，含“: ”的文字要加引号",
};

const plain = {
  missing: "没有这个文件",
  folder: "这是一个文件夹；场景应是一个文件",
  "no-permission": "没有权限读取这个文件",
  "too-large": "文件超过 1 MB；场景应是一段简短的文字",
  "not-utf-8": "文件不是 UTF-8 文本",
  empty: "文件是空的；场景至少要写“mode: bidding”",
  "not-a-mapping": "场景由一个个字段组成，例如“mode: bidding”",
  aliases: "别名（*name）展开后过大",
  "too-deep": "嵌套太深",
} as const;

export function scenarioFault(known: ScenarioFault): string {
  if (known.fault === "unreadable") return `无法读取这个文件：${known.reason}`;
  return known.fault === "yaml" ? (yaml[known.complaint] ?? known.reason) : plain[known.fault];
}
