/** LangChain uses zod 3 for a few of its own schemas. Zod 4, which Rostrum uses, also works for these. */
export { z } from "zod/v4";

/** The kinds of zod 3 schemas. LangChain compares them with a schema's kind, which never matches in zod 4. */
export const ZodFirstPartyTypeKind = {};
