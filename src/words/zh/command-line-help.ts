import type { CommandLineWords } from "../en/command-line.js";

export const help: CommandLineWords["help"] = {
  program: "让多个语言模型智能体对话，由 Rostrum 决定下一个由谁发言。",
  programUsage: "<命令> [选项]",
  commands: {
    run: { summary: "按模式或场景文件运行一场对话", usage: "<模式 | 场景.yaml | -> [选项]" },
    modes: { summary: "列出各种模式和可直接运行的场景", usage: "[选项]" },
    init: { summary: "新建一个项目：场景、程序和测试", usage: "<文件夹> [选项]" },
    threads: { summary: "列出已保存的对话", usage: "[选项]" },
    "threads remove": { summary: "删除已保存的对话", usage: "<对话…> [选项]" },
    "threads rename": { summary: "给已保存的对话换个标题", usage: "<对话> <标题> [选项]" },
    show: { summary: "打印一场已保存的对话", usage: "<对话> [选项]" },
    explain: { summary: "说明某次发言者是怎样选出的", usage: "<对话> [--turn <N>] [选项]" },
    resume: { summary: "继续一场尚未结束的对话", usage: "<对话> [选项]" },
    continue: { summary: "给一场已结束的对话再加一轮", usage: "<对话> [选项]" },
    fork: { summary: "从一场已保存的对话的某次发言之后另开一场", usage: "<对话> --turn <N> [选项]" },
    diff: { summary: "查看两场已保存的对话从哪里开始不同", usage: "<对话> <另一场> [选项]" },
    interject: { summary: "在已保存的对话里插话", usage: "<对话> <一句话> [选项]" },
    ui: { summary: "在本机打开网页界面", usage: "[选项]" },
    worker: { summary: "运行数据库队列中的对话", usage: "--db <地址> [选项]" },
    workers: { summary: "列出共用一个数据库的 worker", usage: "--db <地址> [选项]" },
    mcp: { summary: "以 MCP 工具的形式向智能体提供对话（标准输入输出）", usage: "[选项]" },
  },
  epilogues: {
    run: `
选项优先于场景文件中的设置。发言写入标准输出，进度和提示写入标准错误输出。
按 Ctrl-C 停止。带 --thread、--url 或 --queue 的对话会在当前发言结束后停止；连按两次则立即停止。
退出状态：0 完成，1 失败，2 用法有误，130 被 Ctrl-C 或 SIGTERM 停止。

示例：
  rostrum run bidding --lang zh --turns 6 --seed 42
  rostrum run bidding --lang zh --participants "小艾、老薄、阿辰" --prepare --model openai:gpt-4.1-mini
  rostrum run bidding --lang zh --model openai:gpt-4.1-mini --budget money=0.50 --dry-run
  rostrum run scenarios/teahouse.yaml --json > talk.json
  cat scenario.yaml | rostrum run - --out talk.md`,
    "threads remove": `
删除这些对话。用 --url 或 --queue 时，正在服务器上或 worker 中运行的对话会先停止。由它分叉出来的对话各自独立，不会删除。

示例：
  rostrum threads remove 夜车 夜车二`,
    continue: `
没有用选项更改的设置保持不变。
用 --mode 换一种模式时，对话以副本的形式继续，副本保留各模式共有的设置（结束条件除外），原来的对话不变。

示例：
  rostrum continue 夜车 --turns 4
  rostrum continue 夜车 --mode director --turns 4`,
    fork: `
示例：
  rostrum fork 夜车 --turn 3 --seed 8 --as 夜车二
  rostrum fork 夜车 --turn 3 --speech "车上我一个人也没看见。"`,
    worker: `
运行数据库队列中的对话，例如带 --queue 的命令所开始或继续的对话。多个 worker 可以共用一个数据库，
也可以在不同的机器上；其中一个中断时，通常由其余的接着运行它的对话。
收到 Ctrl-C 或 SIGTERM 后不再接新的对话，并在每场对话的当前步骤完成后把它交给别的 worker。
连按两次 Ctrl-C 则中断当前步骤，由别的 worker 重做。
用 --port 时，可以不带令牌访问 /health 和 /metrics；其中没有对话内容。
退出状态：0 已停止，1 失败，2 用法有误，130 因第三次按 Ctrl-C，或在启动时按 Ctrl-C 而结束。

示例：
  rostrum worker --db postgres://localhost/talks --concurrency 50
  rostrum run bidding --lang zh --db postgres://localhost/talks --queue`,
    workers: `
列出正在运行的 worker，最新启动的在前。每个 worker 每五秒更新一次自己的数字；15 秒没有报到的不再列出。
“进行中/上限”为“–”时，表示它正在启动或停止。

示例：
  rostrum workers --db postgres://localhost/talks`,
  },
  helpCommand: { usage: "[命令]", summary: "显示某个命令的帮助" },
  arguments: {
    source: "模式名或自带场景（用 modes 列出）、YAML 文件，或用 - 表示标准输入",
    folder: "要写入的文件夹，须为新建的或空的",
    thread: "已保存的对话的名字（用 threads 列出）；用 --url 时为它在服务器上的编号",
    other: "与之比较的对话",
    line: "要说的话，加引号",
    title: '新标题，加引号；写 "" 则去掉标题',
  },
  settings: {
    participants: "参与者的名字，用逗号或顿号分隔，至少两位",
    "selection.rule": "决定下一个由谁发言的规则",
    "bidding.criterion": "出价的依据：contradiction（矛盾程度）、urge（发言意愿）或自己写的一句话",
    budget: "花费上限，例如 calls=100,tokens=50000,seconds=60,money=0.5，可只写其中几项",
    prices: "各模型每百万词元的价格，例如 openai:gpt-4.1-mini=0.40,1.60;ollama:llama3.2=0,0，或一个 YAML 文件",
  },
  choices: (values) => `：${values.join("、")}`,
  bounds: (min, max) => `（${min} 到 ${max}）`,
  options: {
    lang: "提示词、发言和界面的语言",
    fair: "让每位参与者公平地得到发言机会，即 --rule proportional-fair",
    dryRun: "不调用模型，只估算要多少次调用、多少词元和多少钱",
    pace: "排演时每个字或词的停顿，单位毫秒（在终端中且没有 --json 时默认 120，否则为 0）",
    "ui pace": "排演时每个字或词的停顿，单位毫秒（默认 120）",
    "worker pace": "排演时每个字或词的停顿，单位毫秒（在终端中默认 120，否则为 0）",
    json: "标准输出只打印 JSON",
    out: "把对话记录写入文件（.md、.json，或可在浏览器里播放的 .html）",
    html: "把对话写成一个可以播放的网页文件，不需要服务器（默认以标题或议题为文件名）",
    public: "对话记录中略去只宜由所有者查看的内容：人物描述、模型原话、用量等",
    quiet: "不在标准错误输出显示进度",
    verbose: "出错时显示调用栈",
    thread: "用这个名字保存对话，以便以后继续或查看；用 --url 时须为 UUID",
    extensions: "自己的规则、结束条件和模式所在的文件；其中的代码会被运行",
    db: "对话的保存位置：文件或 postgres://…（默认 .rostrum/threads.db）",
    url: "使用 LangGraph 服务器；令牌取自 ROSTRUM_TOKEN",
    queue: "由 worker 运行对话（见 worker 命令）；须有 --db postgres://…",
    "worker db": "多个 worker 共用的数据库：postgres://…",
    "workers db": "多个 worker 共用的数据库：postgres://…",
    concurrency: "同时运行的对话最多有几场，1 到 1000（默认 20）",
    grace: "收到 Ctrl-C 或 SIGTERM 后，多少秒后中断还没完成的步骤（默认 30）",
    from: "以谁的名义说，例如某位真人参与者",
    now: "让这句话立即被听到：打断当前发言（与 --url 或 --queue 同用）；对话已经结束时，马上再来一轮",
    host: "监听的地址（默认 127.0.0.1）；除本机回环地址外，都要用 ROSTRUM_UI_TOKEN 设令牌",
    port: "监听的端口；0 表示任选一个空闲端口（默认 4300）",
    "worker host": "与 --port 同用：监听的地址（默认 127.0.0.1）",
    "worker port": "在此端口上回答监控请求 /health 和 /metrics；0 表示任选一个空闲端口",
    turn: "新对话从第几次发言之后开始；0 表示从头开始",
    "explain turn": "要说明第几次发言（默认每次发言各写一行）",
    as: "新对话保存时用的名字（默认为未用过的名字，例如原名加 -2）",
    speech: "改写该次发言的内容",
    mode: "换一种模式继续",
    limit: "最多列出多少场对话（默认 50）",
    after: "列出下一页；还有下一页时，列表之后会给出相应的命令",
    search: "只列出标题、议题和名字合起来包含所有这些词的对话",
    status: "只列出处于这种状态的对话",
    yes: "不询问，直接删除；没有终端时必须写明",
    typescript: "用 TypeScript 写程序和测试",
    usage: "打印调用次数、词元数和费用，不打印发言",
    version: "显示版本号",
    help: "显示帮助",
  },
  titles: { "Usage:": "用法：", "Arguments:": "参数：", "Options:": "选项：", "Commands:": "命令：" },
  programEpilogue: `
示例：
  rostrum run bidding --lang zh
  rostrum run bidding --lang zh --topic "机器人该不该当足球裁判？" --participants "小艾、老薄、阿辰"
  rostrum run scenarios/teahouse.yaml --out talk.md
  rostrum run bidding --lang zh --thread 夜车
  rostrum resume 夜车 --lang zh

没有设置模型时由内置的排演发言，无需联网；NODE_ENV 为 production 时则会报错。要使用语言模型，请设置
OPENAI_API_KEY，或用 OPENAI_BASE_URL 指定其他兼容 OpenAI 协议的服务，或用 --model 或 ROSTRUM_MODEL 指定模型。`,
};
