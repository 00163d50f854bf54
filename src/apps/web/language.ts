/** Finds the language that a client asks for: the query parameter `lang`, otherwise the first one in `Accept-Language`. */
import type { HonoRequest } from "hono";
import type { Language } from "../../words/registry.js";
import { defaultLanguage, languageNamed } from "../../words/registry.js";

export const languageOf = (req: HonoRequest): Language =>
  languageNamed((req.query("lang") ?? req.header("accept-language") ?? "").slice(0, 2).toLowerCase()) ??
  defaultLanguage;
