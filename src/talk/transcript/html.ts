/**
 * Exports a conversation as one file that replays it and explains each choice in a browser, without a server or the
 * network.
 */
import { createHash } from "node:crypto";
import type { ConversationDocument } from "./json.js";

/** The code of the web page, which shows the recording. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeHtml = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? "");

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Escapes text that would end the script element or start a comment in it. In the page's script, it occurs only in
 * strings.
 */
const inScript = (script: string) => script.replace(/<(?=\/script|!--)/gi, "\\x3c");

/**
 * Renders the file. Its policy allows only the page's own script and style, so nothing in a speech can run or load
 * anything.
 */
export function renderHtml(conversation: ConversationDocument, page: PageParts): string {
  const script = inScript(page.script);
  const { style } = page;
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
  const recording = JSON.stringify(conversation).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="${conversation.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(conversation.title ?? conversation.topic)}</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<script type="application/json" id="recording">${recording}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}
