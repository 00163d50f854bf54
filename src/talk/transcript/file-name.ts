import type { ConversationDocument } from "./json.js";

/** Characters that file systems, shells or people could misinterpret in a name. */
const unsuitable = /[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu;

/** Names that Windows reserves for devices. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** The maximum length of a name without its extension, in bytes of UTF-8. File systems allow 255 bytes. */
const mostBytes = 120;

/** Uses the title or, if there is none, the topic. */
export function fileNameOf({ title, topic }: Pick<ConversationDocument, "title" | "topic">, extension: string): string {
  const words = (title ?? topic).replace(unsuitable, " ").trim().split(/\s+/u);
  let name = "";
  for (const character of words.join(" ").replace(/^[. ]+/, "")) {
    if (new TextEncoder().encode(name + character).length > mostBytes) break;
    name += character;
  }
  const whole = name.trim().replace(/\.$/, "");
  return `${whole === "" || reserved.test(whole) ? "conversation" : whole}.${extension}`;
}
