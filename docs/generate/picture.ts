/** Records a run in a terminal and draws it as SVG, for the picture in the README. */
import { PassThrough, Writable } from "node:stream";
import stringWidth from "string-width";
import type { Io } from "../../src/apps/cli/io.js";
import { main } from "../../src/apps/cli/main.js";
import type { Language } from "../../src/words/registry.js";
import { defaultLanguage, locales } from "../../src/words/registry.js";

const commandIn = (language: Language) => [
  ...["run", "bidding"],
  ...(language === defaultLanguage ? [] : ["--lang", language]),
  ...["--turns", "2", "--seed", "7"],
];
const columns = 84;
const [cellWidth, lineHeight, padding, bar] = [8.4, 19, 22, 36];

const palette = { paper: "#1b1d23", bar: "#262931", text: "#d7d9de", dim: "#858b98" };
const colours: Readonly<Record<number, string>> = {
  31: "#e5786d",
  32: "#95c76f",
  33: "#e3b768",
  34: "#7aa6e8",
  35: "#c792ea",
  36: "#6cc7cf",
};

class Recorder extends Writable {
  readonly isTTY = true;
  readonly columns = columns;

  constructor(private readonly record: (text: string) => void) {
    super({ decodeStrings: false });
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.record(String(chunk));
    done();
  }
}

/** The lines that a run leaves in the terminal, without the lines that the run overwrites. */
async function record(command: readonly string[]): Promise<string[]> {
  let text = "";
  const terminal = new Recorder((chunk) => {
    text += chunk;
  });
  const io: Io = {
    stdin: new PassThrough(),
    stdout: terminal,
    stderr: terminal,
    env: { FORCE_COLOR: "1" },
    onInterrupt: () => () => {},
    quit: () => {},
  };
  await main([...command, "--model", "rehearsal", "--pace", "0"], io);
  return text.split("\n").map((line) => line.replace(/^[\s\S]*\r\u001b\[2K/, ""));
}

const han = "\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef";
/** Separates Han characters, which are two cells wide, from other text. */
const stretches = new RegExp(`[${han}]+|[^${han}]+`, "gu");

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

interface TextStyle {
  readonly colour: string;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

const unstyled: TextStyle = { colour: "", isBold: false, isDim: false };

function applyCode(style: TextStyle, code: number): TextStyle {
  switch (code) {
    case 1:
      return { ...style, isBold: true };
    case 2:
      return { ...style, isDim: true };
    case 22:
      return { ...style, isBold: false, isDim: false };
    case 39:
      return { ...style, colour: "" };
    default:
      return { ...style, colour: colours[code] ?? style.colour };
  }
}

function drawStretch(stretch: string, column: number, { colour, isBold, isDim }: TextStyle): string {
  const shown = stretch.trim();
  if (shown === "") return "";
  const indent = stretch.length - stretch.trimStart().length;
  const x = (padding + (column + indent) * cellWidth).toFixed(1);
  const length = (stringWidth(shown) * cellWidth).toFixed(1);
  const adjust = stringWidth(shown) > shown.length ? "spacing" : "spacingAndGlyphs";
  const style = `fill="${colour || (isDim ? palette.dim : palette.text)}"${isBold ? ' font-weight="bold"' : ""}`;
  return `<tspan x="${x}" ${style} textLength="${length}" lengthAdjust="${adjust}">${escapeXml(shown)}</tspan>`;
}

function draw(line: string, row: number): string {
  let column = 0;
  let style = unstyled;
  let runs = "";
  for (const piece of line.split(/(\u001b\[\d+m)/)) {
    const code = /^\u001b\[(\d+)m$/.exec(piece)?.[1];
    if (code !== undefined) {
      style = applyCode(style, Number(code));
      continue;
    }
    for (const [stretch] of piece.matchAll(stretches)) {
      runs += drawStretch(stretch, column, style);
      column += stringWidth(stretch);
    }
  }
  const y = bar + padding + row * lineHeight;
  return runs === "" ? "" : `<text y="${y}" xml:space="preserve">${runs}</text>`;
}

export async function picture(language: Language): Promise<string> {
  const command = commandIn(language);
  const lines = await record(command);
  const { example, transcript } = locales[language];
  // Shows the lines from the topic to the end of the conversation, without the tables of turns and cost after it.
  const end = lines.findIndex((line) => line.includes(`  ${transcript.columns.participant}`)) - 1;
  const start = lines.findIndex((line) => line.includes(example.topic));
  const prompt = `\u001b[2m$\u001b[22m \u001b[1mnpx rostrum ${command.join(" ")}\u001b[22m`;
  const shown = [prompt, "", ...lines.slice(start, end)].filter(
    (line, index, all) => line !== "" || all[index - 1] !== "",
  );
  const width = Math.round(columns * cellWidth + 2 * padding);
  const height = bar + 2 * padding + (shown.length - 1) * lineHeight;
  const dots = ["#e5786d", "#e3b768", "#95c76f"].map(
    (fill, index) => `<circle cx="${20 + index * 20}" cy="${bar / 2}" r="6" fill="${fill}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<title>A debate in the terminal</title>
<rect width="${width}" height="${height}" rx="10" fill="${palette.paper}"/>
<path d="M0 ${bar} V10 Q0 0 10 0 H${width - 10} Q${width} 0 ${width} 10 V${bar} z" fill="${palette.bar}"/>
${dots.join("")}
${shown.map(draw).filter(Boolean).join("\n")}
</svg>
`;
}
