/** The maximum length of an id that a client chooses, in UTF-16 code units. */
const longestId = 200;

/** Whether a client may choose this id: a short text that every database and every protocol can carry. */
export const isId = (id: unknown): id is string =>
  typeof id === "string" && id !== "" && id.length <= longestId && !/[\p{Cc}\p{Cs}]/u.test(id);
