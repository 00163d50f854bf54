/** The maximum length of an id that a client chooses, in UTF-16 code units. */
const longestId = 200;

/**
 * Whether a client can choose this id. Control characters and lone surrogates are rejected, because some databases and
 * protocols cannot handle them.
 */
export const isId = (id: unknown): id is string =>
  typeof id === "string" && id !== "" && id.length <= longestId && !/[\p{Cc}\p{Cs}]/u.test(id);
