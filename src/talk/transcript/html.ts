/**
 * Exports a conversation as a single HTML file. In a browser, the file replays the conversation and explains each
 * decision, without a server or network access.
 */
import { sha256 } from "#platform.js";
import { locales } from "../../words/registry.js";
import type { ConversationDocument } from "./json.js";

export interface PageParts {
  readonly script: string;
  readonly style: string;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeHtml = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? "");

const hashOf = (text: string): string => `'sha256-${sha256(text, "base64")}'`;

/**
 * Escapes `</script` and `<!--`, which would end the script element or start a comment inside it. The page's script
 * contains them only in strings, so the escape does not change its meaning.
 */
const inScript = (script: string) => script.replace(/<(?=\/script|!--)/gi, "\\x3c");

/** Returns the text of the conversation, for programs that show the file but run no scripts, such as mail programs. */
function textOf({ language, isPublic, title, topic, mode, messages }: ConversationDocument): string {
  const words = locales[language].transcript;
  const settings = [mode, ...(isPublic ? [words.publicCopy] : []), words.withoutScripts].join(" · ");
  const speeches = messages.map(
    ({ name, text }) =>
      `<section><h2>${escapeHtml(name)}</h2><p class="said" dir="auto">${escapeHtml(text)}</p></section>`,
  );
  const heading = `<h1>${escapeHtml(title ?? topic)}</h1><p class="soft">${escapeHtml(settings)}</p>`;
  return `<main class="cover">${heading}${speeches.join("\n")}</main>`;
}

/**
 * The content security policy allows only the page's own script and style sheet, so that no speech can run a script or
 * load a resource.
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
<noscript>${textOf(conversation)}</noscript>
<script type="application/json" id="recording">${recording}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}
