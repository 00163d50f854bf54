/** The command line in Chinese. */
import { longestInterjection } from "../../domain/interjection.js";
import { longestLine } from "../../domain/your-turn.js";
import type { CliTexts } from "./catalog.js";

const orNearest = (nearest: string | undefined) => (nearest ? `；是不是 ${nearest}？` : "");

export const chinese: CliTexts = {
  help: {
    program: "决定多个语言模型智能体中下一个由谁发言。",
    run: "运行一场对话，可给出模式名或场景文件。",
    modes: "列出决定发言者的各种模式，以及可直接运行的场景。",
    help: "显示某个命令的帮助。",
    programUsage: "<命令> [选项]",
    runUsage: "<模式 | 场景.yaml | -> [选项]",
    modesUsage: "[选项]",
    threadsUsage: "[选项]",
    threadUsage: "<对话名> [选项]",
    resume: "继续一场中断的、或在等真人发言的对话。",
    threads: "列出保存着的对话。",
    show: "打印一场保存着的对话。",
    fork: "从一场保存着的对话的某一轮开始，另起一场。",
    diff: "查看两场保存着的对话从哪里分开。",
    diffUsage: "<对话名> <对话名> [选项]",
    otherThread: "另一场对话的名字",
    interject: "给服务器上的一场对话加一句话。",
    interjectUsage: "<对话名> <一句话> [选项]",
    serverThread: "对话在服务器上的编号（run --url 会显示）",
    line: "要说的话，加引号",
    thread: "对话保存时用的名字（见：rostrum threads）",
    source: "模式名或现成的场景（见 rostrum modes）、YAML 文件，或用 - 表示标准输入",
    options: {
      topic: "对话的议题，最好是一个问题",
      participants: "参与者的名字，用逗号或顿号分隔",
      turns: "到这么多轮后结束",
      seed: "决定一切随机：并列抽签、停止抽签、排演",
      model: "发言的模型：provider:name，或 rehearsal（不联网）",
      bidModel: "出价用的较便宜的模型",
      temperature: "0 到 2；设置了才会发送",
      lang: "en 或 zh：提示词、发言与界面的语言",
      wordLimit: "每次发言的长度上限，中文按字符计，英文按词计",
      prepare: "让模型撰写人物简介，并把议题改写成一个问题",
      criterion: "出价的依据：contradiction、urge 或自己写的一句话",
      budget: "最多花费：calls=100,tokens=50000,seconds=60，可只写其中几项",
      pace: "排演时每段文字之间的停顿，单位毫秒",
      json: "在标准输出只打印一个 JSON 对象",
      out: "同时把记录写入文件（.md 或 .json）",
      quiet: "不在标准错误输出显示进度",
      thread: "用这个名字保存对话，以便以后继续或查看",
      db: "对话保存在哪里：文件，或 postgres://…（默认 .rostrum/threads.db）",
      url: "对话所在的 LangGraph 服务器；令牌取自 ROSTRUM_TOKEN",
      from: "以谁的名义说，例如参与者中的真人",
      now: "立即被听到：打断正在进行的一轮",
      turn: "新对话从哪一轮之后开始",
      as: "新对话保存时用的名字（默认 原名-2）",
      mode: "换成另一种模式",
      usage: "不印发言，只印用量：按用途、参与者和模型",
      decisions: "不印发言，只印每一轮的发言者是怎样选出的",
      verbose: "出错时显示程序内的位置",
      version: "显示版本号",
      help: "显示这份帮助",
    },
    titles: {
      "Usage:": "用法：",
      "Arguments:": "参数：",
      "Options:": "选项：",
      "Commands:": "命令：",
    },
    programEpilogue: `
示例：
  rostrum run bidding --lang zh
  rostrum run bidding --lang zh --topic "机器人该不该当足球裁判？" --participants "小艾、老薄、阿辰"
  rostrum run scenarios/teahouse.yaml --out talk.md

没有密钥时会离线排演。要用语言模型，请设置 OPENAI_API_KEY（使用其他兼容 OpenAI 协议的服务时再设
OPENAI_BASE_URL），或用 --model 或 ROSTRUM_MODEL 指定模型。`,
    runEpilogue: `
选项优先于场景文件里的设置。发言写到标准输出，其余内容写到标准错误输出。
退出状态：0 完成，1 失败，2 用法有误，130 被 Ctrl-C 停止。

示例：
  rostrum run bidding --lang zh --turns 6 --seed 42
  rostrum run bidding --lang zh --participants "小艾、老薄、阿辰" --prepare --model openai:gpt-4.1-mini
  rostrum run scenarios/teahouse.yaml --json > talk.json
  cat scenario.yaml | rostrum run - --out talk.md`,
  },
  usage: {
    unknownCommand: (command, nearest) => `没有“${command}”这个命令${orNearest(nearest)}`,
    unknownOption: (option, nearest) => `没有 ${option} 这个选项${orNearest(nearest)}`,
    missingSource: "没有说明要运行什么：请给出模式名（例如 bidding）或场景文件",
    missingThread: "没有写对话的名字；用 rostrum threads 查看保存着的对话",
    missingLine: "没有写要说的话：请在对话名后面用引号写上一句",
    lineInQuotes: "一次只能说一句话；请加引号",
    missingValue: (option) => `${option} 需要一个值`,
    noArguments: (command) => `${command} 后面只能跟选项`,
    tooManyThreads: (command, threads) => `${command} 后面只能跟 ${threads} 个对话名；含空格的名字要加引号`,
    tooManySources: "一次只能运行一个模式或场景；含空格的值要加引号",
    seeHelp: (command) => `参见：${command} --help --lang zh`,
    severalProblems: (count) => `有 ${count} 处不符合要求：`,
    unknownSource: (source, nearest) =>
      `“${source}”既不是模式，也不是文件${nearest ? orNearest(nearest) : "；用 rostrum modes 查看所有模式和场景"}`,
    notInMode: (mode) => `${mode} 模式没有这项设置`,
    outExtension: (file) => `“${file}”必须以 .md（供阅读）或 .json（供程序使用）结尾`,
    outNoFolder: (folder) => `没有“${folder}”这个文件夹`,
    outIsFolder: (file) => `“${file}”是文件夹；请写文件名`,
    outNotWritable: (file) => `没有权限写入“${file}”`,
    pace: (given) => `必须是 0 到 10000 之间的毫秒数${given.trim() === "" ? "" : `，不能是“${given}”`}`,
  },
  run: {
    shipped: "可直接运行的场景（rostrum run 名称）：",
    readingStandardInput: "正在从键盘读取场景，按 Ctrl-D 结束。",
    preparing: "正在准备 …",
    awaiting: "思考中……",
    bidsIn: (arrived, expected) => `已收到 ${arrived}/${expected} 个出价`,
    atMostTurns: (turns) => `最多 ${turns} 轮`,
    criterion: (criterion) => `依据：${criterion}`,
    bidModel: (name) => `出价：${name}`,
    person: "真人",
    interjects: "插话",
    speaksAgain: (speaker) => `（回答中断，${speaker}重新发言）`,
    cannotSpeak: (speaker) => `（回答失败，${speaker}未能发言，由出价次高者发言）`,
    moreCandidates: (count) => `还有 ${count} 位，都不比上面的高`,
    stopDraw: (draw, probability, stops) =>
      stops
        ? `抽到 ${draw.toFixed(3)}，小于 ${probability}：对话结束`
        : `抽到 ${draw.toFixed(3)}，不小于 ${probability}：对话继续`,
    turnHeading: (turn) => `第 ${turn} 轮`,
    turnLine: (turn, speaker) => `第 ${turn} 轮：${speaker}`,
    turnsColumn: "发言次数",
    wordsColumn: "字数",
    elapsed: (seconds) => `用时 ${seconds.toFixed(1)} 秒`,
    repeat: (exactly) => (exactly ? "重现这场对话：" : "用同样的抽签再来一次："),
    written: (file) => `已写入 ${file}`,
    notWritten: (file) => `没有写入 ${file}。`,
    writeFailed: (file, reason) => `无法写入 ${file}：${reason}`,
    interrupted: "已停止。",
    unexpected: (reason) => `发生了意外错误：${reason}（用 --verbose 查看位置）`,
  },
  takingPart: {
    hint: (people) =>
      `随时可以输入一行文字${people.length === 1 ? `，以${people[0]}的名义` : ""}加入对话${people.length > 0 ? "，/举手 请求发言" : ""}。输入 /help 查看说明。`,
    handCommand: "/举手",
    commands: (hasPeople) =>
      `输入的文字会在当前一轮结束后被听到并得到回应，按 Esc 放弃输入${hasPeople ? "；/举手（或 /hand）请求发言，后面可以带一句话" : ""}`,
    andNothingSent: (reply) => `${reply}；没有发送任何内容`,
    unknownCommand: (command) => `没有 ${command} 这个命令，只有 /举手（/hand）和 /help`,
    reply: (line, outcome) => `› ${line}（${outcome}）`,
    heardNext: "这一轮结束后会被听到",
    handRaised: (person) => `${person}请求发言`,
    hasFloor: (person) => `现在就轮到${person}发言，直接输入文字即可`,
    noPeople: "参与者中没有真人，无需请求发言；直接输入文字即可",
    whoseHand: (people) => `谁要举手？请在 /举手 后面写上名字：${people.join("、")}`,
    tooLong: `超过 ${longestInterjection} 个字符，没有发送`,
    unheard: (text) => `这一行还没有被听到，对话就结束了：${text}`,
    unusedLines: (count, isAll) => `标准输入中有${isAll ? "" : "至少"} ${count} 行没有用到。`,
    yourSpeech: (person) => `${person}，轮到你发言了。空行表示放弃。`,
    yourTask: (person, task) => `${person}，这是你的任务，空行表示放弃：${task}`,
    yourDecision: (person) => `${person}，请作出最后的决定，这一项不能放弃。`,
    answerProblems: {
      "not-a-text": "刚才的回答不是文字。",
      "too-long": `刚才的回答超过 ${longestLine} 个字符。`,
      empty: "刚才的回答是空的。",
    },
    inputEnded: "标准输入已经结束：从现在起，真人参与者一律放弃发言。",
    decisionMissing: (person) => `${person}还没有作出最后的决定，标准输入就结束了；这个决定不能放弃`,
  },
  threads: {
    kept: (name, show) => `已保存为“${name}”：${show}`,
    keptUnfinished: (name, resume) => `已保存为“${name}”，继续请用：${resume}`,
    exists: (name, resume, show) => `已经有一场对话叫“${name}”；请换一个名字，或者：${resume}、${show}`,
    badName: (longest) => `须为 1 到 ${longest} 个字符，不得含换行、控制字符、冒号或尖括号，也不得以连字符开头`,
    nothingKept: (address) => `${address} 没有保存任何对话；用 rostrum run … --thread 名字 来保存`,
    unknownThread: (name, nearest, names) =>
      `没有叫“${name}”的对话${nearest ? orNearest(nearest) : names.length > 0 ? `；有 ${names.join("、")}` : ""}`,
    hasEnded: (name, turn, show) => `对话“${name}”已在第 ${turn} 轮后结束；查看请用：${show}`,
    nothingSaid: (name) => `“${name}”里还没有人说过话`,
    goesOn: (name, turn) => (turn === 0 ? `“${name}”开始。` : `“${name}”从第 ${turn} 轮之后继续。`),
    badTurn: "要写明从哪一轮之后开始；0 表示第一轮之前",
    forked: (name, from, turn) => `“${name}”从“${from}”的第 ${turn} 轮之后开始。`,
    same: (left, right) => `“${left}”和“${right}”完全相同。`,
    partAfter: (left, right, turn) => `“${left}”和“${right}”到第 ${turn} 轮为止相同。`,
    nothingShared: (left, right) => `“${left}”和“${right}”从一开始就不同。`,
    nothingMore: "到此为止",
    endsAfterTurn: "这一轮说完后结束；再按一次 Ctrl-C 立即结束。",
    none: "没有保存任何对话。",
    columns: { thread: "对话", mode: "模式", turns: "轮数", state: "状态", when: "最近改动（UTC）", topic: "话题" },
    states: { running: "进行中或被中断", waiting: "等待真人", stopped: "已停止", ended: "已结束" },
  },
  remote: {
    notWithUrl: "对服务器上的对话不起作用；使用 --url 时请去掉",
    badUrl: "必须是服务器的地址，且不含登录信息，例如 http://127.0.0.1:2024",
    badToken: "必须是不含空格和换行的令牌",
    badThread: (given) => `“${given}”不是服务器上的对话名；它们形如 0198c7e2-3a4b-7c5d-8e9f-a0b1c2d3e4f5`,
    interjectNeedsUrl: "interject 用于服务器上的对话，请用 --url 写明服务器；在本终端进行的对话中直接输入即可",
    thread: (id) => `对话 ${id}`,
    underWay: (turn) => `对话仍在进行：以下是到第 ${turn} 轮为止的内容。`,
    serverModel: "服务器上的模型",
    unreachable: (server) =>
      `${server} 上的服务器没有回应；它在运行吗？地址对吗？（在克隆的项目中可用 npm run dev 启动）`,
    noServer: (server) => `${server} 上回应的不是 LangGraph 服务器；地址对吗？`,
    needsToken: (server) => `${server} 上的服务器需要令牌：请把 ROSTRUM_TOKEN 设为在那里有效的令牌`,
    forbidden: (server, reason) =>
      `${server} 上的服务器不允许这样做${reason ? `：${reason}` : ""}；身份由 ROSTRUM_TOKEN 决定`,
    unknownMode: (server, mode) => `${server} 上的服务器没有“${mode}”模式；它运行的是这个版本的 Rostrum 吗？`,
    unknownThread: (server, thread) => `${server} 上的服务器没有叫“${thread}”的对话，或者它属于别人`,
    busy: (thread, reason) => `现在不能改动对话“${thread}”${reason ? `：${reason}` : ""}`,
    refused: (server, status, reason) => `${server} 上的服务器回答 ${status}：${reason}`,
    runFailed: (reason) => `服务器上出错：${reason}`,
    runLost: "服务器已不知道这次运行如何继续，可能重新启动过。已保存的内容还在：rostrum show",
    stoppedElsewhere: "这次运行已被别人停止",
    gap: "服务器上已没有这里发生的全部细节；对话本身是完整的。",
    heard: {
      now: (follow) => `已立即听到。查看进展：${follow}`,
      "next-turn": (follow) => `下一轮会被听到。查看进展：${follow}`,
      "next-run": () => "对话已经结束，或者尚未开始；继续时会被听到。",
    },
  },
};
