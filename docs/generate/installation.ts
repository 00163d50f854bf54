/** Says how to install Rostrum: from a file until the first release, and from npm afterwards. */

/** Whether the packages are on npm. On the day of the first release, change this line and run `npm run generate`. */
const isOnNpm: boolean = false;

type Place = "readme" | "start";

interface Texts {
  readonly fromFile: Readonly<Record<Place, string>>;
  readonly fromNpm: Readonly<Record<Place, string>>;
}

const english: Texts = {
  fromFile: {
    readme: `Rostrum is not on npm yet. Until the first release, run \`npm pack\` in a clone, and replace \`rostrum\` in the first command below with the path of the
resulting file, such as \`../rostrum/rostrum-0.1.0.tgz\`. A project that you then create with \`rostrum init\` uses the same file.`,
    start: `Rostrum is not on npm yet: until the first release, [install it from a file](../README.md#install). A project that you then create with
\`rostrum init\` uses the same file.`,
  },
  fromNpm: {
    readme: `To create a project (a program, a web page, a LangGraph server or a React app), run \`npm create rostrum my-debate\`. To add Rostrum to an existing
project, run:`,
    start: `\`npm create rostrum my-debate\` asks what you want to build, and creates the project: a program, a web page, a LangGraph server or a React app.`,
  },
};

const chinese: Texts = {
  fromFile: {
    readme:
      "Rostrum 尚未发布到 npm。首个版本发布之前，请在克隆的仓库中运行 `npm pack`，并用生成的文件（如 `../rostrum/rostrum-0.1.0.tgz`）代替下面命令中的 `rostrum`；`init` 新建的项目会使用同一个文件。",
    start:
      "Rostrum 尚未发布到 npm：首个版本发布之前，请[从文件安装](../../README.zh.md#安装)；`init` 新建的项目会使用同一个文件。",
  },
  fromNpm: {
    readme:
      "要新建项目（程序、网页、LangGraph 服务器或 React 应用），请运行 `npm create rostrum my-debate`。要在现有的项目中使用 Rostrum，请运行：",
    start: "`npm create rostrum my-debate` 会询问要做什么，然后新建项目：程序、网页、LangGraph 服务器或 React 应用。",
  },
};

export function installation(place: Place, language: "en" | "zh", published = isOnNpm): string {
  const { fromFile, fromNpm } = language === "zh" ? chinese : english;
  return (published ? fromNpm : fromFile)[place];
}
