import type { ProjectWords } from "../../en/project/texts.js";

export const chinese: ProjectWords = {
  cast: [
    { name: "柳叶青", role: "花店老板", description: "希望早晨安静一些。", line: "早晨就该安静。" },
    { name: "罗大成", role: "送货司机", description: "希望八点以前路上不堵。", line: "那就先让面包房搬走。" },
    {
      name: "文思",
      role: "镇政府文员",
      description: "还没有拿定主意，先问要花多少钱。",
      line: "搬家的钱谁来出？",
    },
  ],
  template: {
    topic: "学校该不该九点上课？",
    colon: "：",
    aboutDebate: "人人都发过言就结束的辩论。",
    runDebate: '运行：npm run debate "学校该不该九点上课？"',
    aboutStop: "结束条件是一个函数：返回结束的原因；返回 undefined 则继续。",
    everybodySpoke: "人人都已发言",
    aboutModel: ` * 返回辩论图的构建器。
 *
 * @param model - LangChain 的聊天模型。默认用 ROSTRUM_MODEL 指定的模型；没有指定时，设了 OPENAI_API_KEY 或
 * OPENAI_BASE_URL 就用 OpenAI 的模型，否则由内置的排演离线作答（生产环境除外）。`,
    aboutInput: "辩论的输入。每等一次发言，出价加一分，少发言的人就能早些轮到。",
    testTitle: "出价最高者发言；人人都发过言，辩论就结束",
    aboutReplies: "按用途和参与者列出的回答，依调用的先后取用。",
    aboutServer: "在 / 提供 Rostrum 的网页，在 /debate 以服务器推送事件（SSE）提供辩论。",
    aboutSaved: "辩论保存在这个数据库里，网页会列出它们。",
    listening: "请打开",
    serverTest: "路由推送一场辩论，网页的接口也列出它",
    aboutGraph: "langgraph.json 指定的图，由 LangGraph 服务器和 Studio 运行。",
    aboutClient: "在 `npm start` 启动的服务器上运行一场辩论：",
    graphTest: "langgraph.json 指定了辩论的图",
    aboutRoute: "开始辩论，并以服务器推送事件（SSE）把辩论送到网页。",
    aboutOpening: "收到第一个请求时才打开数据库，Next.js 构建应用时不打开。",
    aboutConfig: "Node.js 从 node_modules 加载 Rostrum，Next.js 不必打包它。",
    routeTest: "路由开始一场辩论，并推送它",
    aboutView: "实时显示一场辩论。",
    pageTitle: "辩论",
    ask: "辩论什么？",
    begin: "开始辩论",
    interject: "说一句：",
  },
  commands: {
    all: { test: "用脚本模型测试辩论，无需联网", check: "检查类型" },
    program: {
      start: "运行 `debate.yaml` 中的场景：谁来辩论、辩什么、按什么规则",
      debate: "运行程序，它有自己写的结束条件",
    },
    page: { start: "在 http://127.0.0.1:4300 提供网页和路由 /debate" },
    server: { start: "在 http://localhost:2024 运行 LangGraph 的开发服务器", debate: "在该服务器上运行一场辩论" },
    react: {
      dev: "在 http://localhost:3000 运行应用",
      build: "构建生产版本",
      start: "运行构建好的应用，需要配置模型",
    },
  },
  files: {
    all: { "debate.*": "辩论，有自己写的结束条件", "debate.test.*": "辩论的测试，用脚本模型" },
    program: { "debate.yaml": "场景：谁来辩论、辩什么、按什么规则" },
    page: { "server.ts": "网页，以及一个推送事件的路由", "server.test.ts": "服务器的测试" },
    server: {
      "graph.ts": "给 LangGraph 服务器的图",
      "client.ts": "在服务器上运行一场辩论的程序",
      "graph.test.ts": "langgraph.json 的测试",
    },
    react: {
      "app/rostrum/[[...path]]/route.ts": "开始并推送辩论的路由",
      "app/debate-view.tsx": "显示辩论的组件",
      "route.test.ts": "路由的测试",
    },
  },
  environment: "模型要用的变量。请填写空着的变量。这个文件不会进入 git。",
  comma: "、",
  notEmpty: (folder) => `“${folder}”不是空文件夹；请换一个新的`,
  cannotUse: (folder, reason) => `无法写入“${folder}”：${reason}`,
  wrote: (folder) => `已写入 ${folder}：`,
  next: "接下来：",
  withoutModel:
    "没有 API 密钥时由内置的排演发言，无需联网。要使用语言模型，请设置 OPENAI_API_KEY，例如写在 .env 文件里（参见 .env.example）。",
  withModel: "模型的设置在 .env 里。如果其中缺少密钥，请填写。",
  create: {
    intro: "新建 Rostrum 项目",
    folder: "放在哪个文件夹里？",
    kind: "要做什么？",
    kinds: {
      program: "程序，在命令行里运行",
      page: "网页，用 Hono 提供",
      server: "LangGraph 服务器",
      react: "React 应用，用 Next.js",
    },
    language: "参与者说哪种语言？",
    code: "用哪种编程语言？",
    model: "使用哪家的语言模型？",
    models: {
      rehearsal: "暂不选择：用内置的排演，无需联网",
      openai: "OpenAI",
      anthropic: "Anthropic",
      google: "Google Gemini",
      ollama: "Ollama，或其他兼容 OpenAI 协议的服务",
    },
    cancelled: "已取消，没有写入任何文件。",
    unknown: (option, given, known) => `--${option} 必须是 ${known.join("、")} 之一，而不是“${given}”`,
    unknownOption: (option) => `没有 ${option} 这个选项`,
    missingValue: (option) => `${option} 需要一个值`,
    needlessValue: (option) => `${option} 不带值`,
    extraArgument: (argument) => `多余的参数 ${argument}：文件夹名称中有空格时，请加引号`,
    onlyPrograms: "--javascript 只能与 --template program 一起使用",
    seeHelp: "参见 npm create rostrum -- --help",
    help: ({ folder }) => `用法：npm create rostrum [文件夹] [-- 选项]

新建一个用 Rostrum 运行对话的项目。选项没有说明的，会逐一询问；没有终端时则用默认值。

  文件夹             新项目的文件夹（默认：${folder}）
  --template 种类    program、page（Hono）、server（LangGraph）或 react（Next.js）（默认：program）
  --lang 语言        en 或 zh（默认：系统的语言，否则英语）
  --model 模型       rehearsal、openai、anthropic、google 或 ollama（默认：rehearsal）
  --javascript       用 JavaScript 而不是 TypeScript；只用于程序
  --yes              不询问，用默认值
  --help, --version`,
  },
};
