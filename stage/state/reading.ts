/** Parses a growing speech. Parses only its last blocks again, because more text does not change the earlier ones. */
import { asItIs, type Block, readMarkdown } from "./markdown.js";

export interface Reading {
  readonly text: string;
  readonly blocks: readonly Block[];
}

export const nothingRead: Reading = { text: "", blocks: [] };

/** In characters. The rest of a longer text is shown as it was written. */
const mostMarkdown = 30_000;

/** The maximum length of the pieces into which the rest of the text is cut, in characters. */
const pieceLength = 4000;

/**
 * The number of blocks at the end that more text can change. A paragraph after a list can become the list's next item,
 * which changes two blocks.
 */
const unsettled = 2;

export function readSpeech(text: string, before: Reading = nothingRead): Reading {
  if (text === before.text) return before;
  const settled = text.startsWith(before.text) ? before.blocks.slice(0, -unsettled) : [];
  const from = settled.length === 0 ? 0 : (before.blocks[settled.length]?.start ?? 0);
  const end = text.length <= mostMarkdown ? text.length : text.lastIndexOf("\n", mostMarkdown) + 1 || mostMarkdown;
  const marked = from < end ? readMarkdown(text.slice(from, end)) : [];
  const blocks = [
    ...settled,
    ...marked.map(({ element, start }) => ({ element, start: from + start })),
    ...piecesOf(text, Math.max(from, end)),
  ];
  return { text, blocks };
}

/** Each piece except the last ends after a line break or a space, if its second half has one. */
function piecesOf(text: string, from: number): Block[] {
  const pieces: Block[] = [];
  for (let start = from; start < text.length; ) {
    const most = Math.min(text.length, start + pieceLength);
    const cut = [text.lastIndexOf("\n", most), text.lastIndexOf(" ", most)].find((at) => at > start + pieceLength / 2);
    const end = most === text.length || cut === undefined ? most : cut + 1;
    pieces.push({ element: asItIs(text.slice(start, end)), start, isPiece: true });
    start = end;
  }
  return pieces;
}
