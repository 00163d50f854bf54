/** The maximum length of an id, in UTF-16 code units. */
const longestId = 200;

/** Rejects control characters and lone surrogates, because some databases and protocols cannot handle them. */
export const isId = (id: unknown): id is string =>
  typeof id === "string" && id !== "" && id.length <= longestId && !/[\p{Cc}\p{Cs}]/u.test(id);
