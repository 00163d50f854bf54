/**
 * Reads the Markdown of speeches into a tree of the few elements that a speech may contain. HTML and entities stay
 * text.
 */
import MarkdownIt, { type StateBlock, type StateCore, type StateInline, type Token } from "markdown-it";
import { showReordering } from "./reordering.js";

type Tag =
  | ("p" | "ul" | "ol" | "li" | "blockquote" | "pre" | "hr" | "table" | "thead" | "tbody" | "tr" | "th" | "td")
  | ("a" | "strong" | "em" | "s" | "code" | "br");

export interface Element {
  readonly tag: Tag;
  readonly children: readonly Node[];
  readonly href?: string;
  readonly start?: number;
}

export type Node = string | Element;

export interface Block {
  readonly element: Element;
  /** Whether the block is a piece of a long text. */
  readonly isPiece?: boolean;
  /** The index of the block's first character in the text. */
  readonly start: number;
}

/** A block in which elements, such as lists and their items, are nested this deep is shown as it was written. */
const maxNesting = 20;

/**
 * In characters. A longer paragraph, heading or table cell is shown as it was written, because parsing some texts takes
 * quadratic time.
 */
const longestParagraph = 4000;

const reader = new MarkdownIt({ linkify: true });
Object.assign(reader.options, { maxNesting });
reader.disable(["code", "entity", "lheading", "reference"]);
/** The rule for tables is the parser's first rule. */
const [readTable] = reader.block.ruler.getRules("");
reader.block.ruler.at("table", readWholeTable, { alt: ["paragraph", "reference"] });
reader.core.ruler.at("inline", readParagraphs);
reader.inline.ruler.at("escape", readEscape);
reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
reader.normalizeLink = (url) => (URL.canParse(url) ? new URL(url).href : url);
reader.normalizeLinkText = (text) => text;
reader.validateLink = (url) => /^(?:https?|mailto):/.test(url);

/** Does not read a table whose rows have text in more cells than the header, because Markdown would drop that text. */
function readWholeTable(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const before = state.tokens.length;
  if (!readTable?.(state, start, end, silent)) return false;
  const [heading = "", , ...rows] = state.getLines(start, state.line, state.blkIndent, false).split("\n");
  const cells = state.tokens.slice(before).map(({ content }) => content);
  const wordsOf = (texts: readonly string[]) => texts.join("").replace(/[\s|\\]/g, "");
  if (silent || wordsOf(cells) === wordsOf([heading, ...rows])) return true;
  state.tokens.length = before;
  state.line = start;
  return false;
}

function readParagraphs({ tokens, md, env, Token: NewToken }: StateCore): void {
  for (const { type, content, children } of tokens) {
    if (type !== "inline") continue;
    if (content.length <= longestParagraph) md.inline.parse(content, md, env, children ?? []);
    else children?.push(Object.assign(new NewToken("text", "", 0), { content }));
  }
}

/** Reads only escapes of `*` and `_`. Other backslashes are shown, because they may belong to paths or formulas. */
function readEscape(state: StateInline, silent: boolean): boolean {
  const next = state.src[state.pos + 1];
  if (state.src[state.pos] !== "\\" || (next !== "*" && next !== "_")) return false;
  if (!silent) state.pending += next;
  state.pos += 2;
  return true;
}

export function readMarkdown(text: string): Block[] {
  const lines = [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({ index, 0: end }) => index + end.length)];
  const blocks: Block[] = [];
  const tokens = reader.parse(text, {});
  let first = 0;
  for (const [index, { level, nesting }] of tokens.entries()) {
    if (level > 0 || nesting > 0) continue;
    const [top, ...inner] = tokens.slice(first, index + 1);
    const [start, end] = (top?.map ?? [0]).map((line) => lines[line]);
    const isDeep = inner.some((token) => token.level >= maxNesting - 1);
    const element = isDeep ? asItIs(text.slice(start, end).trimEnd()) : treeOf(tokens.slice(first, index + 1))[0];
    if (element) blocks.push({ element: element as Element, start: start ?? 0 });
    first = index + 1;
  }
  return blocks;
}

/** A paragraph with the text as it was written, including its marks. */
export const asItIs = (text: string): Element => ({ tag: "p", children: [shown(text)] });

/**
 * Shows reordering characters as escapes. Replaces lone surrogates, because two of them would form a character if
 * Markdown's marks between them were removed.
 */
const shown = (text: string): string => showReordering(text).toWellFormed();

function treeOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = [];
  const open = [root];
  let isInLink = false;
  for (const token of tokens) {
    const into = open.at(-1) ?? root;
    if (token.tag === "a") isInLink = token.nesting > 0;
    if (token.nesting < 0) open.pop();
    // In a list without blank lines, the parser hides the paragraphs, so their content belongs to the list item.
    else if (token.nesting > 0) open.push(token.hidden ? into : openElement(token, into));
    else into.push(...leafOf(token, isInLink));
  }
  return root;
}

function openElement(token: Token, into: Node[]): Node[] {
  const children: Node[] = [];
  const tag = token.tag as Tag;
  if (token.type === "heading_open") into.push({ tag: "p", children: [{ tag: "strong", children }] });
  else if (tag === "a") into.push({ tag, children, href: String(token.attrGet("href")) });
  else if (tag === "ol") into.push({ tag, children, start: Number(token.attrGet("start") ?? 1) });
  else into.push({ tag, children });
  return children;
}

function leafOf(token: Token, isInLink: boolean): Node[] {
  const text = shown(token.content);
  switch (token.type) {
    case "inline":
      return treeOf(token.children ?? []);
    case "code_inline":
      return [{ tag: "code", children: [text] }];
    case "fence":
      return [{ tag: "pre", children: [text] }];
    case "softbreak":
    case "hardbreak":
      return [{ tag: "br", children: [] }];
    case "hr":
      return [{ tag: "hr", children: [] }];
    case "image": {
      const href = String(token.attrGet("src"));
      const description = plainText(treeOf(token.children ?? [])) || href;
      return [isInLink ? description : { tag: "a", children: [description], href }];
    }
    default:
      return text === "" ? [] : [text];
  }
}

const lineTags: readonly Tag[] = ["p", "ul", "ol", "li", "blockquote", "pre", "table", "tr", "br"];

function textOf(node: Node): string {
  if (typeof node === "string") return node;
  const text = node.children.map(textOf).join("");
  if (lineTags.includes(node.tag)) return `\n${text}\n`;
  return node.tag === "td" || node.tag === "th" ? `${text} ` : text;
}

const plainText = (nodes: readonly Node[]) =>
  nodes
    .map(textOf)
    .join("")
    .replace(/\n{2,}/g, "\n")
    .trim();

/** The text without Markdown's marks, for screen readers and excerpts. */
export const withoutMarks = (text: string): string => plainText(readMarkdown(text).map(({ element }) => element));

/** For places that show a few lines of a text. */
export const excerpt = (text: string): string => withoutMarks(text.slice(0, 1000));
