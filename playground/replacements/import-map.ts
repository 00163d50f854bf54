/**
 * The classes that a saved conversation can contain. LangChain's own map would add all of LangChain's classes to the
 * bundle.
 */
import * as messages from "@langchain/core/messages";

export const import_map_exports = { messages };
