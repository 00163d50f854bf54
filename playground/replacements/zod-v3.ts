/** LangChain uses zod 3 for a few of its own schemas. Zod 4, which Rostrum uses, also works for these. */
export { z } from "zod/v4";

/** The kinds of zod 3 schemas. LangChain compares them only with kinds of zod 3 schemas, of which the page has none. */
export const ZodFirstPartyTypeKind = {};
