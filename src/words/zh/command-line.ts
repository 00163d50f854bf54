import { longestInterjection } from "../../records/interjection.js";
import type { CommandLineWords } from "../en/command-line.js";
import { help } from "./command-line-help.js";
import { common } from "./common.js";

const didYouMean = (nearest: string | undefined) => (nearest ? `；是不是 ${nearest}？` : "");

export const chinese: CommandLineWords = {
  help,
  usage: {
    unknownCommand: (command, nearest) => `没有“${command}”这个命令${didYouMean(nearest)}`,
    unknownOption: (option, nearest) => `没有 ${option} 这个选项${didYouMean(nearest)}`,
    missingArgument: (name, meaning) => `缺少参数 <${name}>：${meaning}`,
    missingValue: (option) => `${option} 需要一个值`,
    tooManyArguments: (command, expected) =>
      expected === 0 ? `${command} 只接受选项` : `${command} 只接受 ${expected} 个参数；含空格的文字要加引号`,
    seeHelp: (command) => `参见 ${command} --help --lang zh`,
    problems: (number) => `${number} 个问题：`,
    unknownSource: (source, isFile, nearest, list) =>
      `${isFile ? `没有“${source}”这个文件` : `“${source}”既不是模式，也不是文件`}${didYouMean(nearest) || `（用 ${list} 查看模式和场景）`}`,
    notAScenario: (file) => `“${file}”不是场景；场景是 YAML 文件（.yaml）`,
    outExtension: (file) => `“${file}”必须以 .md（供阅读）、.html（供播放）或 .json（供程序使用）结尾`,
    outNoPage: "网页尚未构建；请运行 npm run build",
    outNoFolder: (folder) => `没有“${folder}”这个文件夹`,
    outNotAFile: (file) => `“${file}”是文件夹或设备；请写文件名`,
    pace: (given, max) => `须为 0 到 ${max} 之间的毫秒数，不能是“${given}”`,
    needsThread: "没有名字就不会保存；请加上 --thread 名字",
    needsOutput: "没有 --out 或 --json 时不起作用",
    notBeside: (other) => `不能和 ${other} 同时使用`,
    fixedByOpening: "另开对话时不能改变；请用 run 重新开始",
  },
  run: {
    shipped: (program) => `自带场景（${program} run 名称）：`,
    readingStandardInput: "正在从键盘读取场景，按 Ctrl-D 结束。",
    preparing: "正在准备……",
    thinking: "思考中……",
    bidsIn: (arrived, expected) => `已收到 ${arrived}/${expected} 个出价`,
    retrying: common.retry,
    atMostTurns: (turns) => `最多 ${turns} 次发言`,
    criterion: (criterion) => `依据：${{ contradiction: "矛盾程度", urge: "发言意愿" }[criterion] ?? criterion}`,
    bidModel: (name) => `出价：${name}`,
    person: common.person,
    interjects: "插话",
    cut: `（${common.cut}）`,
    restartsSpeech: (speaker) => `（回答中断，${speaker}重新发言）`,
    cannotSpeak: (speaker) => `（调用失败，改由出价次高者代替${speaker}发言）`,
    moreCandidates: (number) => `还有 ${number} 位，都不更高`,
    turnHeading: common.turn,
    turnLine: (turn, speaker) => `第 ${turn} 次发言：${speaker}`,
    turnsColumn: common.columns.turns,
    wordsColumn: common.columns.words,
    elapsed: (seconds) => `用时 ${seconds.toFixed(1)} 秒`,
    repeat: (isExact) => (isExact ? "重现这场对话：" : "用同样的种子再来一次："),
    written: (file) => `已写入 ${file}`,
    notWritten: (file) => `没有写入 ${file}。`,
    writeFailed: (file, reason) => `无法写入“${file}”：${reason}`,
    stopped: "已停止。",
    goesOn: "已离开；对话仍在继续。",
    stopsAfterTurn: "将在当前发言结束后停止；再按一次 Ctrl-C 立即停止。",
    needsNode: (needed, found) => `rostrum 需要 Node.js ${needed} 或更新的版本；当前是 ${found}`,
    endedEarly: "rostrum 在运行完成之前退出；请报告这个问题",
    outputFailed: (reason) => `无法写出内容：${reason}`,
    unexpected: (reason) => `意外错误：${reason}（用 --verbose 查看调用栈）`,
  },
  init: {
    notEmpty: (folder) => `“${folder}”不是空文件夹；请换一个新的`,
    cannotUse: (folder, reason) => `无法写入“${folder}”：${reason}`,
    done: (folder, isHere, isTypeScript) => `已写入 ${folder}：
  debate.yaml     场景：谁来辩论、辩什么、按什么规则
  debate.${isTypeScript ? "ts" : "js"}       程序，有自己写的结束条件
  debate.test.${isTypeScript ? "ts" : "js"}  程序的测试，用脚本模型
  package.json${isTypeScript ? "、tsconfig.json" : ""}、README.md、AGENTS.md、.env.example

接下来：${isHere ? "" : `\n  cd ${folder}`}
  npm install
  npm start       运行场景
  npm run debate  运行程序
  npm test        运行测试${isTypeScript ? "\n  npm run check   检查类型" : ""}

没有 API 密钥时由内置的排演发言，无需联网。要使用语言模型，请设置 OPENAI_API_KEY，例如写在 .env 文件里（参见 .env.example）。`,
  },
  takingPart: {
    hint: (people) =>
      `随时可以输入一句话${people.length === 1 ? `，以${people[0]}的名义` : ""}加入对话${people.length > 0 ? "；/举手 请求发言" : ""}；/help 列出命令。`,
    handCommand: "/举手",
    controlCommands: {
      next: "/点名",
      mute: "/禁言",
      unmute: "/解禁",
      add: "/加入",
      remove: "/离场",
      pause: "/暂停",
      step: "/单步",
    },
    help: (hasPeople, speaker) =>
      [
        speaker === undefined
          ? "输入一句话并按回车：当前发言结束后，大家就会听到。"
          : `请输入${speaker}要说的话，然后按回车。`,
        ...(hasPeople && speaker === undefined
          ? ["/举手         请求发言（也可写 /hand）", "/举手 一句话  请求发言，并说明想说什么"]
          : []),
        "/点名 名字    请此人下一个发言（也可写 /next；以下同理：/mute、/unmute、/add、/remove、/pause、/step）",
        "/禁言 名字    不让此人发言，直到 /解禁 名字",
        "/加入 名字    请新的参与者加入；/加入 名字，身份 可说明是谁",
        "/离场 名字    请此人离场",
        "/暂停         在下一次发言前停下",
        "/单步         进行一次发言后再停下",
        "/help         显示这份说明",
        "Esc           放弃正在输入的内容",
        "Ctrl-D        没有输入内容时结束输入：此后真人参与者一律放弃发言，草稿一律通过",
        "Ctrl-C        停止对话",
      ].join("\n"),
    nothingSent: "没有发送任何内容；单独输入 /help 可查看命令",
    unknownCommand: (command) => `没有 ${command} 这个命令；/help 列出全部命令`,
    reply: (line, outcome) => `› ${line}（${outcome}）`,
    heardNext: "下一次发言前会被听到",
    obeyedNext: "下一次发言前生效",
    needsName: "对谁？请在命令后面写上名字",
    needsNothing: "这个命令后面不用写名字；没有发送",
    pauseHelp: "已暂停。按回车继续；也可以输入一句话或命令；/单步 只进行一次发言。",
    rewriteCommand: "/重写",
    approvalHelp: (person) => `按回车同意${person}的这段发言；或直接输入改后的内容；或输入 /重写 和修改要求。`,
    handRaised: (person) => `${person}请求发言`,
    hasFloor: (person) => `现在就轮到${person}发言，直接输入文字即可`,
    noPeople: "参与者中没有真人，无需请求发言；直接输入文字即可",
    whoseHand: (people) => `谁要举手？请在 /举手 后面写上名字：${people.join("、")}`,
    tooLong: `超过 ${longestInterjection} 个字符，没有发送`,
    unheard: (text) => `对话结束前没有来得及听到这句话：${text}`,
    heardNextRun: (text) => `对话下次运行时会听到这句话：${text}`,
    unusedLines: (number, isAll) => `标准输入中有${isAll ? "" : "至少"} ${number} 行没有用到。`,
    answeredElsewhere: "已有人先回答，这句话没有用上。",
    inputEnded: "标准输入已经结束。此后真人参与者一律放弃发言，草稿一律通过。",
    decisionMissing: (person) => `${person}还没有作出最终决定，标准输入就结束了`,
  },
  threads: {
    saved: (name, show) => `已保存为“${name}”。查看：${show}`,
    savedUnfinished: (name, resume) => `已保存为“${name}”。继续：${resume}`,
    exists: (name, commands) => `已有名为“${name}”的对话；请换一个名字，或使用 ${commands.join(" 或 ")}`,
    invalidName: (max) => `须为 1 到 ${max} 个字符，不得以连字符开头，不得含换行、控制字符、冒号或尖括号`,
    badAddress: "须为文件或 postgres://…",
    needsPostgres: "须为 postgres://…，因为多个 worker 共用一个 PostgreSQL 数据库",
    nothingSaved: (address) => `${address} 没有保存任何对话；运行时加上 --thread 名字 即可保存`,
    unknown: (name, nearest, names) =>
      `没有名为“${name}”的对话${didYouMean(nearest) || (names.length > 0 ? `（已保存：${names.join("、")}）` : "")}`,
    hasEnded: (name, turn, show, another) =>
      `“${name}”已在第 ${turn} 次发言后结束；查看：${show}；再来一轮：${another}`,
    hasNotEnded: (name, resume) => `“${name}”还没有结束；继续：${resume}`,
    nothingSaid: (name) => `“${name}”中还没有任何消息`,
    continues: (name, turn) => (turn === 0 ? `“${name}”开始。` : `“${name}”从第 ${turn} 次发言之后继续。`),
    missingTurn: "缺少：请写明从第几次发言之后开始（0 表示从头开始）",
    invalidTurn: (given) => `须为发言的序号或 0，不能是“${given}”`,
    noSuchTurn: (given, last) => `须为 1 到 ${last} 之间的发言序号，不能是“${given}”`,
    limitReached: (turns) => `须大于 ${turns}，因为新对话接着的这一轮已有 ${turns} 次发言`,
    forked: (name, from, turn) => `“${name}”从“${from}”的第 ${turn} 次发言之后开始。`,
    same: (left, right) => `“${left}”和“${right}”的消息完全相同。`,
    diverge: (left, right, turn) => `“${left}”和“${right}”的消息到第 ${turn} 次发言为止相同。`,
    nothingShared: (left, right) => `“${left}”和“${right}”从第一条消息起就不同。`,
    noMore: "没有更多消息",
    settings: { mode: "模式：", seed: "随机种子：", model: "模型：" },
    none: "没有已保存的对话。",
    noneMatches: "没有符合条件的对话。",
    more: (command) => `还有更多对话，可用以下命令列出：${command}`,
    needsYes: "必须写明，因为没有终端可供询问",
    confirmRemoval: (names) => `要删除${names.map((name) => `“${name}”`).join("、")}吗？删除后无法恢复。[y/N] `,
    removed: (name) => `已删除“${name}”。`,
    renamed: (name, title) => (title === "" ? `“${name}”不再有标题。` : `“${name}”的标题改为“${title}”。`),
    removedNothing: "没有删除任何对话。",
    columns: {
      thread: "对话",
      mode: common.columns.mode,
      turns: "发言",
      status: "状态",
      when: "更新时间（UTC）",
      topic: common.columns.topic,
    },
    statuses: common.statuses,
    underWay: (turn) => `对话正在进行，以下是到第 ${turn} 次发言为止的内容。`,
    heard: {
      now: (follow) => `参与者马上就会听到；如果对话没有在进行，则继续时听到。查看进展或继续：${follow}`,
      "next-turn": (follow) => `下一次发言前会被听到。查看进展或继续：${follow}`,
      "next-run": (goOn) => `对话已经结束，或尚未开场。对话继续时参与者会听到这句话：${goOn}`,
    },
  },
  ui: {
    serving: (address) => `Rostrum 已在 ${address} 打开（按 Ctrl-C 停止）`,
    needsToken: "别的机器也能访问这个地址；请用 ROSTRUM_UI_TOKEN 设一个令牌",
  },
  listening: {
    badPort: (given) => `应为 0 到 65535 的端口，而不是“${given}”`,
    cannotListen: (address, reason) => `无法监听 ${address}：${reason}`,
  },
  worker: {
    ready: (address, most, monitored) =>
      `worker 已就绪：从 ${address} 同时运行最多 ${most} 场对话${monitored ? `，/health 和 /metrics 位于 ${monitored}` : ""}（按 Ctrl-C 停止）`,
    needsPort: "须和 --port 同时使用",
    stopping: (seconds) =>
      `正在停止。运行中的对话会交给别的 worker，最迟在 ${seconds} 秒后。再按一次 Ctrl-C 立即交出。`,
    stopped: "已停止。",
    problem: (thread, reason) => `“${thread}”：${reason}`,
    model: "worker 的模型",
    awaited: (command) => `对话正在等待 worker。如果没有 worker 在运行，请启动一个：${command}`,
    runFailed: (reason) => `worker 中出错：${reason}`,
  },
  workers: {
    none: (command) => `没有 worker 在运行。启动一个：${command}`,
    columns: {
      host: "主机",
      process: "进程号",
      since: "启动时间（UTC）",
      busy: "进行中/上限",
      memory: "内存",
      seen: "最近一次报到",
    },
    memory: (bytes) => `${Math.round(bytes / 1_000_000)} MB`,
    ago: (seconds) => `${seconds} 秒前`,
    over: (stopped, died) => `最近一小时内，另有 ${stopped} 个 worker 已停止，${died} 个意外中断或与数据库失去联系。`,
  },
  remote: {
    badUrl: "须为服务器的地址，例如 http://127.0.0.1:2024，且不含登录信息",
    badToken: "须为不含空格和换行的令牌",
    badThread: (given) => `“${given}”不是服务器上的对话编号；编号形如 0198c7e2-3a4b-7c5d-8e9f-a0b1c2d3e4f5`,
    needsUrl:
      "此命令只能打断服务器上或 worker 中正在进行的发言；请加上 --url 或 --queue，或去掉此项，等本次发言结束后再听到",
    thread: (id) => `对话 ${id}`,
    isUnderWay: "对话正在进行，以下从头显示。",
    serverModel: "服务器上的模型",
    unreachable: (server) => `服务器 ${server} 没有响应；请检查它是否在运行、地址是否正确`,
    runFailed: (reason) => `服务器上出错：${reason}`,
    tokenHint: "；请设置 ROSTRUM_TOKEN",
  },
};
