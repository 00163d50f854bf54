/** The English sentences for scenarios that cannot be read. */
import type { ScenarioFault } from "../error-parameters.js";

const yaml: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "an alias (*name) cannot have an anchor or a tag",
  BAD_ALIAS: "there is no anchor (&name) for this alias (*name)",
  AFTER_QUOTE:
    "unexpected text after a closing quote or bracket; to include quotes in text, enclose the whole text in the other kind of quotes",
  BAD_DQ_ESCAPE: "unknown escape sequence in double quotes; use single quotes for a literal backslash",
  BAD_INDENT: "wrong indentation; lines of the same level start in the same column",
  BAD_SCALAR_START: "unquoted text cannot start with this character; put the text in quotes",
  BLOCK_AS_IMPLICIT_KEY: "a second “: ” on one line; put text that contains a colon in quotes",
  BLOCK_IN_FLOW: "a comma is missing between two entries in { } or [ ]",
  DUPLICATE_KEY: "this field appears twice",
  MISSING_CHAR: "something is missing, such as a closing quote, a bracket, or a space after a colon",
  MULTILINE_IMPLICIT_KEY: "a field's name must be on one line, followed by a colon",
  MULTIPLE_DOCS:
    "a scenario file holds one document; remove the line “---” and everything after it, or move that part to another file",
  RESOURCE_EXHAUSTION: "the values are nested too deeply",
  STRAY_BRACKET: "this closing bracket has no opening bracket; remove it, or add an opening bracket",
  TAB_AS_INDENT: "tabs cannot be used for indentation; use spaces",
  TAG_RESOLVE_FAILED: "scenarios cannot have tags (!name); remove the tag or put the text in quotes",
  "UNCLOSED {": "this “{” is never closed; add a “}”",
  "UNCLOSED [": "this “[” is never closed; add a “]”",
  'UNCLOSED "': "this quote is never closed; add a double quote at the end of the text",
  "UNCLOSED '":
    "this quote is never closed; add a single quote at the end of the text, and double the single quotes within the text",
  UNEXPECTED_TOKEN: "unexpected text; check the indentation, and put text with special characters in quotes",
  WRONG_STEP:
    "wrong indentation of this line or the next; lines of the same level start in the same column, and text that contains “: ” needs quotes",
};

const plain = {
  missing: "no such file",
  folder: "this is a folder, not a scenario file",
  "no-permission": "permission denied",
  "too-large": "the file is larger than 1 MB, the maximum for a scenario",
  "not-utf-8": "the file is not UTF-8 text",
  empty: "the file is empty; a scenario needs at least a mode, such as “mode: bidding”",
  "not-a-mapping": "a scenario consists of fields, such as “mode: bidding”",
  aliases: "the aliases (*name) expand to too much text",
  "too-deep": "the values are nested too deeply",
} as const;

export function scenarioFault(known: ScenarioFault): string {
  if (known.fault === "unreadable") return `cannot read the file: ${known.reason}`;
  return known.fault === "yaml" ? (yaml[known.complaint] ?? known.reason) : plain[known.fault];
}
