/** LangChain uses version 3 of zod for a few schemas of its own. Version 4, which Rostrum uses, has the same functions. */
export { z } from "zod/v4";

/** The kinds of schemas of version 3, which are compared with those of version 4 in vain. */
export const ZodFirstPartyTypeKind = {};
