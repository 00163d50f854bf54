import type { AnyProblem, RequestFault } from "../error-parameters.js";

const plain = {
  "not-json": "请求体须为 JSON",
  "not-sent-as-json": "请求体的类型须为 application/json",
  "null-character": "不接受空字符（U+0000）",
  "web-socket": "请改用服务器发送事件，不支持 WebSocket",
  "no-token": "需要令牌：Authorization: Bearer …",
  "unknown-token": "令牌无效",
  "not-identified": "尚未登录",
  "only-a-seat": "您的邀请只能旁听这场对话、从您自己的席位发言，不能做这件事",
  "unknown-host": "没有设置令牌时，不响应这个主机名的请求",
  "other-page": "不接受其他网页发来的请求",
  "no-page": "网页还没有构建；请运行 npm run build",
  "unknown-path": "这个地址没有内容",
  "not-for-clients": "不对客户端开放",
  "no-address": "网页只能由自行监听端口的服务器提供",
  "invalid-tokens": "这台服务器的令牌配置有误，拒绝一切请求；详见其日志",
  "no-tokens": "这台服务器没有配置令牌，拒绝一切请求；详见其日志",
  "not-this-machine": "这台服务器不接受发往这个主机名的请求；参见 ROSTRUM_TOKENS",
  "untrusted-page": "这台服务器不接受这个网页发来的请求；参见 ROSTRUM_ORIGINS",
};

const units = { turns: " 次发言（各轮合计）", tasks: " 项任务", states: " 个状态" };

export function requestFault(known: RequestFault, say: (problem: AnyProblem) => string): string {
  switch (known.fault) {
    case "too-large":
      return `请求体最多 ${known.most} 字节`;
    case "too-deep":
      return `请求体最多嵌套 ${known.most} 层`;
    case "too-many-elements":
      return `请求体最多含 ${known.most} 个元素`;
    case "too-many-characters":
      return `全部文字合计最多 ${known.most} 个字符`;
    case "too-many-runs":
      return `一个请求最多开始 ${known.most} 次运行`;
    case "too-many":
      return `${known.field}：这台服务器最多允许 ${known.most}${known.unit ? units[known.unit] : ""}`;
    case "sent-elsewhere":
      return `${known.field}：不允许；这台服务器不把对话发往别处`;
    case "reserved":
      return `${known.field}：由服务器保留`;
    case "unsafe-name":
      return `${known.field}：不能用作字段名`;
    case "serialized":
      return `${known.field}：不接受序列化的 LangChain 对象；消息请用普通 JSON`;
    case "through-proxy":
      return `这台服务器不接受经过代理的请求（${known.header}）；参见 ROSTRUM_TOKENS`;
    case "other-namespace":
      return `你在存储中的命名空间须以“${known.own}”开头`;
    case "invalid-fields":
      return known.fields.map((problem) => `${problem.field}：${say(problem)}`).join("；");
    default:
      return plain[known.fault];
  }
}
