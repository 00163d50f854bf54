import type { ErrorWords } from "../en/error-words.js";
import type { Expected, StorageFault } from "../en/errors.js";
import type { AnyProblem, CallFailure, ModelFault, SavedKind, SaveFault, Waiting } from "../error-parameters.js";
import { problemSentence } from "../error-parameters.js";
import { showCharacter } from "../formats.js";
import { common } from "./common.js";
import { requestFault, scenarioFault } from "./errors-input.js";

const { purposes } = common;

const storage: Readonly<Record<StorageFault, string>> = {
  "not-sqlite": "不是 SQLite 文件；请换一个文件",
  "other-program": "这是别的程序的数据库；请换一个文件",
  damaged: "保存的数据已损坏；请恢复备份",
  folder: "这是文件夹；请写文件名",
  "read-only": "无法写入；请检查权限",
  "cannot-open": "无法打开；如果是文件，请检查所在文件夹",
  "disk-full": "磁盘已满；请腾出空间后重试",
  "disk-failed": "磁盘读写失败；请检查磁盘",
  locked: "另一个进程或连接正在使用；请稍后再试",
  "file-gone": "文件在使用期间被删除或替换；请把它放回原处，或者重新启动以使用现有的文件",
  closed: "已经关闭；请重新打开",
  "content-missing": "对话有缺失；请恢复备份",
  "taken-over": "对话已由另一个进程接手；本进程不再保存任何内容",
  unreachable: "无法连接；请检查服务器、地址、用户名和密码",
  tables: "无法创建所需的表；请检查用户权限",
  failed: "读取或写入失败；请排除故障后重试",
};

const savedKinds: Readonly<Record<SavedKind, string>> = {
  conversation: "对话",
  thread: "对话记录",
  inbox: "对话收到的留言",
  export: "导出的对话",
  database: "数据库",
};

const unreadableSave = (known: SaveFault & { readonly kind: SavedKind; readonly name: string }): string =>
  known.fault === "newer-version"
    ? `${savedKinds[known.kind]}“${known.name}”由更新版本的 Rostrum 保存（格式 ${known.version}），当前版本最高只能读取格式 ${known.reads}；请更新 Rostrum`
    : `${savedKinds[known.kind]}“${known.name}”已损坏（${known.reason}）；请恢复备份，或将其删除`;

const expectations: Readonly<Record<Expected, string>> = {
  string: "文本",
  array: "列表",
  object: "字段的映射",
  boolean: " true 或 false",
  number: "数字",
  int: "整数",
  count: "不小于 1 的整数",
  uuid: " UUID",
  token: " ASCII 字母、数字和符号，不含空格和换行",
  "api-key": "提供方给出的完整密钥；示例中的“…”代表密钥的其余部分",
  "thread-name": "这场对话的线程名",
  "http-address": "以 http:// 或 https:// 开头的地址，例如 http://127.0.0.1:11434/v1",
  "server-address": "服务器地址，例如 http://127.0.0.1:2024",
  "storage-address": "文件、postgres://… 或 memory",
  "database-address": " postgres://…，因为多个 worker 共用一个 PostgreSQL 数据库",
  cursor: "上一页的 `next`",
  agent: " LangChain 的 runnable 或编译好的图",
  tool: " LangChain 工具",
  tools: " LangChain 工具的列表",
  function: "函数",
  "selection-rule": "从候选人中选出一位的函数",
  "stop-condition": "返回结束原因或不返回值的函数",
  condition: "用 defineCondition 定义的结束条件",
  prices:
    "模型=输入价,输出价（每百万词元），例如 openai:gpt-4.1-mini=0.40,1.60（多个模型用“;”隔开），或内容为 { 模型: { input, output } } 的 YAML 文件",
  limits: "“种类=上限”的形式，例如 calls=100 或 money=0.5（几项之间用逗号分隔）",
  id: "一个标识：1 到 200 个字符，不含控制字符",
  owner: "所有者的名称：1 到 200 个字符",
  clock: "返回日期的函数",
  line: "形如 { speaker, text } 的一行；lineOf(message) 把消息转换成这样的一行",
};

const list = (items: readonly string[]) => items.join("、");
const people = (waiting: readonly Waiting[]) => list(waiting.map(({ id, participant }) => `${id}（${participant}）`));
const say = (problem: AnyProblem): string => problemSentence(chinese.problems, problem);

const units = { characters: "个字符", entries: "项" } as const;

function callFailed({ purpose, participant, turn, model, endpoint, fault, reason, thread }: CallFailure): string {
  const source = endpoint?.variable ? `由 ${endpoint.variable} 设定` : "可用 OPENAI_BASE_URL 改成别的地址";
  const where = endpoint ? `（${endpoint.address}，${source}）` : "";
  const what = `${participant === undefined ? "" : `${participant}的`}${purposes[purpose]}`;
  const failed = fault === "unreachable" ? "连接不上" : "失败";
  const advice =
    fault === "too-long" ? "请缩短 memory：把 window 设为 turns、tokens 或 summary，或减少其中的条数、词元数。" : "";
  const kept = thread === undefined ? "" : `对话保存在线程“${thread}”里：恢复对话即可重试。`;
  return `向 ${model}${where}请求${turn > 0 ? `第 ${turn} 次发言中` : ""}${what}时${failed}：${reason}。${advice}${kept}`;
}

function modelRefused(known: ModelFault): string {
  if (known.fault === "not-a-name")
    return `“${known.model}”不是模型名：请写成 provider:name，例如 openai:gpt-4.1-mini；也可以用不联网的 rehearsal。`;
  if (known.fault === "unknown-provider")
    return `${known.model}：没有这个提供方${known.nearest ? `，是不是 ${known.nearest}？` : "。"}可用的有 ${list(known.known)}。`;
  return known.fault === "no-tools"
    ? `${known.model} 不能调用工具，而${known.participant}配有工具。`
    : "模型须为 LangChain 聊天模型、写成 provider:name 的名称，或 rehearsal。";
}

const lost = {
  unknown: "服务器上没有这次运行",
  silent: "服务器报告它仍在进行，却没有发来任何事件，很可能重启过。已保存的发言还在：从那里分叉即可继续",
  "not-resumable": "连接已断开，而这次运行启动时没有设为可续接",
  inconsistent: "每次重新连接，收到的事件都从不同的位置开始",
};

export const chinese: ErrorWords = {
  errors: {
    "invalid-scenario": (known) => `${known.place}: ${scenarioFault(known)}${known.excerpt ?? ""}`,
    "unknown-model": modelRefused,
    "missing-key": ({ model, variable, reason }) => {
      if (reason !== undefined) return `${model} 无法使用：${reason}`;
      const ways = variable ?? "OPENAI_API_KEY；用自己的服务器时，设置 OPENAI_BASE_URL";
      return `${model} 需要密钥：请设置 ${ways}。没有密钥时，可用不联网的模型 rehearsal。`;
    },
    "missing-package": ({ user, package: name }) =>
      `${user} 需要安装 ${name.replaceAll(" ", " 和 ")}：npm install ${name}`,
    "model-call-failed": callFailed,
    "all-bids-failed": ({ turn, failed, first }) =>
      failed === 1
        ? callFailed(first)
        : `第 ${turn} 次发言的 ${failed} 个出价都失败了。第一次失败：${callFailed(first)}`,
    "storage-failed": ({ place, fault, reason }) =>
      `${place}：${storage[fault]}${reason === undefined ? "" : `（${reason}）`}`,
    "unreadable-save": unreadableSave,
    "thread-in-use": ({ thread, holder }) =>
      `对话“${thread}”正在别处进行${holder ? `（${holder.host} 上的进程 ${holder.pid}）` : ""}；请等这次运行结束，或者停止这次运行`,
    "unreadable-answer": ({ purpose, participant, turn, attempts, answer, limit }) =>
      `第 ${turn} 次发言中，问了${participant} ${attempts} 次，都没有得到能识别的${purposes[purpose]}。最后的回答${limit === undefined ? "是" : `超过 ${limit} 个字符，开头是`}“${answer}”。已保存的对话没有丢失：恢复对话即可重试。`,
    "invalid-selection": ({ turn, returned, candidates }) =>
      `第 ${turn} 次发言前，选人规则返回了 ${returned}；请返回一位候选人：座位 ${list(candidates.map(({ seat, name }) => `${seat}（${name}）`))}`,
    "invalid-stop-reason": ({ turn, returned }) =>
      `第 ${turn} 次发言后，结束条件返回了 ${returned ?? "Promise（条件不能是异步的）"}；结束原因要有 kind 和 turn，例如 { kind: "custom", turn: ${turn}, description: "…" }`,
    "server-unreachable": ({ server, reason }) =>
      reason === undefined ? `与服务器 ${server} 的连接断开了` : `服务器 ${server} 没有响应：${reason}`,
    "server-refused"({ server, status, thread, assistant, reason }) {
      if (status === 401) return `服务器 ${server} 需要有效的令牌（401）`;
      if (status === 403) return `服务器 ${server} 不允许用这个令牌这样做（403）`;
      if (status === 404 && assistant !== undefined) return `服务器 ${server} 上没有模式或助手“${assistant}”`;
      if (status === 404 && thread !== undefined) return `服务器 ${server} 上没有线程“${thread}”`;
      if (status === undefined || status === 404) return `${server} 不是 LangGraph 服务器`;
      const said = reason ? `：${reason}` : "";
      return status === 409 || status === 422
        ? `线程“${thread ?? ""}”正忙，或者服务器 ${server} 无法处理这个请求（${status}）${said}`
        : `服务器 ${server} 回答 ${status}${said}`;
    },
    "run-failed": ({ reason }) => reason ?? "这次运行已在别处被取消或继续",
    "run-lost": ({ server, run, fault }) => `无法继续接收服务器 ${server} 上运行 ${run} 的事件：${lost[fault]}`,
    "request-refused": (known) => requestFault(known, say),
    "too-many-starts": ({ most, seconds, isEstimate, isQueueFull }) =>
      isQueueFull
        ? `已有 ${most} 次估算在进行或等待；请在 ${seconds} 秒后重试`
        : `每分钟最多${isEstimate ? `估算 ${most} 次` : `开始 ${most} 场对话`}；请在 ${seconds} 秒后重试`,
    "workers-died": ({ count }) => `连续 ${count} 个 worker 在运行这场对话的同一步时中断或被停止`,
    unexpected: () => "出现意外错误，详见日志",
  },
  reasons: {
    onlyThinking: "回答还没说出什么就达到了长度上限",
    emptyAnswer: "回答是空的",
    refused: "模型或其服务商拒绝回答",
    foreignAnswer: (contentType) =>
      `这个地址返回的是${contentType ? ` ${contentType}` : "没有注明类型的数据"}，而不是模型的回答`,
    incompleteAnswer: "这个地址有响应，但其中没有模型回答应有的字段；请检查它是否支持该模型的协议",
    webPage: "这个地址返回的是网页（可能是代理的登录页），而不是模型的回答",
    unfinished: "代为回答的对话没有结束；这样的对话里不能有真人",
    notForCallers: "这个智能体只能代对话中的参与者回答",
    unreadableAgent: "智能体须返回文本、消息、{ output }，或末条消息来自模型的 { messages }",
    tooManyWords: (limit) => `回答超过了 ${limit} 字`,
    noError: (status) => `运行没有留下错误信息就结束了（状态：${status}）`,
  },
  problems: {
    empty: () => "不能为空",
    expected: ({ expected, isMissing }) => `${isMissing ? "缺少；" : ""}须为${expectations[expected]}`,
    "out-of-range"({ lowest, highest, unit }) {
      const counted = unit === undefined ? "" : ` ${units[unit]}`;
      if (lowest === undefined) return `不能多于 ${highest}${counted}`;
      return highest === undefined
        ? `不能少于 ${lowest}${counted}`
        : `须在 ${lowest} 到 ${highest}${counted || " "}之间`;
    },
    "not-one-of": ({ values, isMissing, nearest }) =>
      `${isMissing ? "缺少；" : ""}只能是 ${list(values)} 之一${nearest ? `；是不是 ${nearest}？` : ""}`,
    "unknown-field": ({ nearest, known }) =>
      nearest ? `没有这个字段；是不是 ${nearest}？` : `没有这个字段；可用：${list(known)}`,
    other: ({ message }) => message,
    "forbidden-character": ({ character, limit }) =>
      `含有 ${showCharacter(character)}；名字须为 1 到 ${limit} 个字符，不得含换行、控制字符、冒号或尖括号`,
    "name-taken": ({ name, of }) => `“${name}”与 ${of} 的名字相同或形似；名字不能重复`,
    "built-in-name": () => "与内置的规则、条件、模式或设置重名，请换一个名称",
    "listed-twice": ({ name }) => `“${name}”出现了两次；名字不能重复`,
    "reserved-name": ({ name }) => `“${name}”用来标记不属于任何参与者的发言，请换一个名字`,
    "not-in-cast": ({ name, names }) => `没有叫“${name}”的参与者；有 ${list(names)}`,
    unreachable: ({ name, speaker }) =>
      `“${speaker}”发言之后，“${name}”就再也没有机会发言；请让“${speaker}”或之后能发言的人可以接到“${name}”`,
    "too-few-speakers": () => "至少要有两位参与者能发言",
    leads: ({ name }) => `“${name}”主持对话，不能被禁言、离场或点名`,
    "is-muted": ({ name }) => `${name}已被禁言`,
    "not-muted": ({ name }) => `${name}没有被禁言`,
    "is-needed": ({ name }) => `会议当前或之后的某个环节只有${name}一人发言`,
    "unkept-pause": () => "暂停需要 checkpointer：继续之前要保存对话",
    "scale-order": () => "必须大于最低出价",
    "round-order": () => "不能大于 maxRounds（这个环节不写就是 1）",
    "one-decider": () => "由一个人决定；只写一个名字，或者不写",
    "single-is-text": () => "bidding.pass 为 single 时只能是 tag：出价和发言写在同一段文字里",
    "single-is-alone": () => "bidding.pass 为 single 时只能是 participants：每个人的出价和发言一次问完",
    "reason-too-late": () =>
      "bidding.pass 为 single 或 bidding.speculative 为 true 时只能是 false：发言开始时还不知道出价的理由",
    "anchors-off-scale": ({ sentences, levels }) =>
      `须为 bidding.scale 的每一档各写一句：现有 ${sentences} 句，出价共 ${levels} 档`,
    "no-price": ({ model, isNew }) =>
      isNew
        ? `对话有费用预算，但它开始时用的是别的模型，因此没有“${model}”的价格。请 fork 这场对话，并写明这个模型的价格`
        : `费用预算需要“${model}”的价格，而价目表里没有。请按每百万词元填写 { "${model}": { input: …, output: … } }，或在命令行里写 --prices "${model}=输入价,输出价"`,
    "unknown-default": () => "这里不知道运行对话的服务器的默认模型；请先选定模型再估算",
    "unknown-tool": ({ name, names }) =>
      names.length === 0
        ? `没有叫“${name}”的工具：工具由代码传入，而这里没有传入任何工具`
        : `没有叫“${name}”的工具；有 ${list(names)}`,
    "unkept-person": () => "有真人参与，或发言要由真人批准时，需要 checkpointer：等人期间要保存对话",
    "unknown-mode": ({ mode, nearest, known }) =>
      `没有“${mode}”这个模式；${nearest ? `是不是 ${nearest}？` : `可用：${list(known)}`}`,
    "misspelt-criterion": ({ nearest }) => `是不是 ${nearest}？如果是自己写的依据，请写成不止一个词`,
    "missing-file": ({ file, expected }) =>
      `没有“${file}”这个文件${expected ? `；这里须为${expectations[expected]}` : ""}`,
    "unreadable-file": ({ file, reason }) => `无法读取文件“${file}”：${reason}`,
    "given-twice": ({ name }) => `“${name}”写了两次；每项只写一次`,
    "unused-setting": ({ chosen, values, needed }) =>
      `对规则 ${chosen} 不起作用；请去掉${needed ? `，或设置 ${needed}` : ""}，或把 selection.rule 改为 ${values.join(" 或 ")}`,
    "asked-too-late": () => "规则已经选好了人；选人之前请用 await 等到每个回答",
    "unloadable-extension": ({ file, reason }) => `无法加载文件 ${file}：${reason}`,
    "empty-extension": ({ file }) => `文件 ${file} 没有导出由 defineRule、defineCondition 或 defineMode 定义的内容`,
    "extension-refused": () => "代码只由运行对话的机器上的命令行加载，文件由 --extensions 或场景文件指明",
    "too-few-names": () => "请至少写两位参与者的名字，用逗号分隔",
    "in-name": ({ place, problem }) => `第 ${place} 个名字：${say(problem)}`,
    "given-instead": ({ given, problem }) => `${say(problem)}，不能是“${given}”`,
    "unquoted-text": ({ problem }) => `${say(problem)}；加上引号就是文本`,
    "unknown-thread": ({ thread }) => `线程“${thread}”里没有保存对话`,
    "between-turns": ({ turn, before, after }) =>
      `不能是 ${turn}：那之后没有保存（例如因为几个人同时发言）；可用的最近的是 ${before} 和 ${after}`,
    "turn-too-early": ({ thread, earliest }) => `不能小于 ${earliest}：再往前，对话“${thread}”没有可以接续的发言`,
    "turn-too-late": ({ thread, latest }) =>
      `须为不大于 ${latest} 的发言序号：再往后，对话“${thread}”没有可以接续的发言`,
    "step-input": () => "步骤的输入只能是对话的状态；不带输入时，请直接以文本写步骤名",
    "same-thread": () => "须为另一个线程，不能是分叉的来源",
    "key-taken": () => "这个键已用于另一个请求：两个请求的模式、输入、上下文、场景、标题或线程不同",
    "thread-taken": ({ thread }) => `线程“${thread}”里已经有一场对话`,
    "no-speech": ({ turn }) => `无法改写：第 ${turn} 次发言没有人说话`,
    "settled-field": () => "开场时就已确定，模式不变的分叉不能更改",
    "other-mode": () => "不是这个模式的设置",
    "no-checkpointer": () => "需要 checkpointer：compile({ checkpointer })",
    "no-store": () => "插话和操控需要 store：compile({ store: new InMemoryStore(), … })",
    "login-in-url": () => "不能含用户名和密码；令牌请写在 `token` 里",
    "not-begun": ({ thread }) => `“${thread}”里的对话还没有开始；请先开始`,
    "nothing-said": ({ thread }) => `“${thread}”里还没有人说话`,
    "has-ended": ({ thread }) => `“${thread}”里的对话已经结束；重新开始可以再来一轮`,
    "nobody-waits": ({ thread }) => `线程“${thread}”没有在等待你能给出的回答`,
    "several-wait": ({ waiting }) => `有几个人轮到发言，请按中断的 id 分别回答：${people(waiting)}`,
    "not-waiting": ({ id, waiting }) => `没有你能回答的中断“${id}”；你能回答的中断：${people(waiting) || "无"}`,
    "other-draft": ({ id }) => `这是对先前草稿的答复；中断“${id}”里等待批准的是另一份草稿`,
  },
};
