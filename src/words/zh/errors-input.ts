import type { AnyProblem, RequestFault, ScenarioFault } from "../error-parameters.js";

const requestFaults = {
  "not-json": "请求体须为 JSON",
  "not-sent-as-json": "请求体的类型须为 application/json",
  "null-character": "不接受空字符（U+0000）",
  "web-socket": "请改用服务器发送事件，不支持 WebSocket",
  "no-token": "需要令牌：Authorization: Bearer …",
  "unknown-token": "令牌无效",
  "not-identified": "尚未登录",
  "only-a-seat": "凭你的邀请只能旁听受邀的对话、以自己的席位发言，不能做这件事",
  "unknown-host": "没有设置令牌时，这台服务器只接受发往 localhost 或回环地址的请求",
  "other-page": "不接受其他网页发来的请求；转发网页请求的代理必须保留 Host 标头",
  "no-page": "网页还没有构建；请运行 npm run build",
  "unknown-path": "这个地址没有内容",
  "not-for-clients": "这个地址不对客户端开放",
  "no-address": "网页只能由自行监听端口的服务器提供",
  "invalid-tokens": "这台服务器的令牌配置有误，拒绝一切请求；详见其日志",
  "no-tokens": "这台服务器没有配置令牌，拒绝一切请求；详见其日志",
  "not-this-machine": "这台服务器不接受发往这个主机名的请求；参见 ROSTRUM_TOKENS",
  "untrusted-page": "这台服务器不接受这个网页发来的请求；参见 ROSTRUM_ORIGINS",
};

export const refusalPage = {
  advice: {
    "no-token":
      "请打开带令牌的地址，例如 http://127.0.0.1:4300/?token=…，之后浏览器会把令牌存入 Cookie。如果服务器不是你启动的，请向启动它的人要这个地址。",
    "unknown-token": "浏览器发送的令牌无效或已失效。请打开带有当前令牌的地址。",
    "not-identified": "请先登录本站，再打开这个页面。",
    "unknown-host": "在运行服务器的机器上，请用 localhost 打开页面。要从其他机器访问，请设置令牌后再启动服务器。",
    "other-page": "请在新标签页里打开这个地址。",
    "too-large": "请分几次发送，每次少发一些。",
  } as Readonly<Record<string, string>>,
  otherwise: "请检查地址，或者回到首页。",
  broken: "请稍后再试。服务器的日志里可能有具体原因。",
  home: "首页",
};

const units = { turns: " 次发言（各轮合计）", tasks: " 项任务", states: " 个状态" };

export function requestFault(known: RequestFault, say: (problem: AnyProblem) => string): string {
  switch (known.fault) {
    case "too-large":
      return `请求体最多 ${known.most} 字节`;
    case "wrong-method":
      return `这个地址只接受 ${known.methods.join("、")}`;
    case "too-deep":
      return `请求体最多嵌套 ${known.most} 层`;
    case "too-many-elements":
      return `请求体最多含 ${known.most} 个元素`;
    case "too-many-characters":
      return `全部文字和字段名合计最多 ${known.most} 个字符`;
    case "too-many-runs":
      return `一个请求最多开始 ${known.most} 次运行`;
    case "too-many":
      return `${known.field}：这台服务器最多允许 ${known.most}${known.unit ? units[known.unit] : ""}`;
    case "sent-elsewhere":
      return `${known.field}：不允许；请求不能让这台服务器把对话发往别处`;
    case "reserved":
      return `${known.field}：由服务器保留`;
    case "unsafe-name":
      return `${known.field}：不能用作字段名`;
    case "serialized":
      return `${known.field}：不接受序列化的 LangChain 对象；消息请用普通 JSON`;
    case "through-proxy":
      return `这台服务器不接受经过代理的请求（${known.header}）；参见 ROSTRUM_TOKENS`;
    case "other-namespace":
      return `你在存储中的命名空间须以“${known.own}”开头，且不含其他所有者的标签`;
    case "invalid-fields":
      return known.fields.map((problem) => `${problem.field}：${say(problem)}`).join("；");
    default:
      return requestFaults[known.fault];
  }
}

const yaml: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "别名（*name）不能带锚点或标签",
  BAD_ALIAS: "这个别名（*name）之前没有对应的锚点（&name）",
  AFTER_QUOTE: "右引号或右括号后面多出了内容；文字里要用引号时，请在外面改用另一种引号",
  BAD_DQ_ESCAPE: "双引号里的反斜杠必须构成合法的转义；想原样保留请用单引号",
  BAD_INDENT: "缩进不对；同一层的行要从同一列开始",
  BAD_SCALAR_START: "文字不能以这个字符开头；请给文字加上引号",
  BLOCK_AS_IMPLICIT_KEY: "一行里出现了第二个“: ”；含冒号的文字要加引号",
  BLOCK_IN_FLOW: "{ } 或 [ ] 里的两项之间缺少逗号，或者里面有以短横开头的列表",
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

const fileFaults = {
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
  return known.fault === "yaml" ? (yaml[known.complaint] ?? known.reason) : fileFaults[known.fault];
}
