/**
 * The classes that a saved conversation can contain. LangChain lists all of its classes, which would all be bundled.
 */
import * as messages from "@langchain/core/messages";

export const import_map_exports = { messages };
