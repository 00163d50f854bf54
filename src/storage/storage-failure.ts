/** What is said where conversations cannot be kept or read: in both languages, since nothing here knows which one is wanted. */
import { RostrumError, type Words } from "../errors.js";

/**
 * A `storage-failed` error, with the reason and what to do about it. `place` is a file, or an address without its password;
 * `detail` is what the store itself says.
 */
export function storageFailed(
  place: string,
  { en, zh }: Words,
  { detail, cause }: { readonly detail?: string; readonly cause?: unknown } = {},
): RostrumError {
  const words = {
    en: `${place}: ${en}${detail === undefined ? "" : ` (${detail})`}`,
    zh: `${place}：${zh}${detail === undefined ? "" : `（${detail}）`}`,
  };
  return new RostrumError("storage-failed", words.en, { words, ...(cause === undefined ? {} : { cause }) });
}
