/** What is said where conversations cannot be kept or read: in both languages, since nothing here knows which one is wanted. */
import type { Language } from "../domain/language.js";
import { RostrumError } from "../errors.js";

/** A reason and what to do about it. */
export type StorageReason = Readonly<Record<Language, string>>;

/** A `storage-failed` error about `place`, which is a file or an address without its password. `detail` is what the store itself says. */
export function storageFailed(
  place: string,
  { en, zh }: StorageReason,
  { detail, cause }: { readonly detail?: string; readonly cause?: unknown } = {},
): RostrumError {
  const words = {
    en: `${place}: ${en}${detail === undefined ? "" : ` (${detail})`}`,
    zh: `${place}：${zh}${detail === undefined ? "" : `（${detail}）`}`,
  };
  return new RostrumError("storage-failed", words.en, { words, ...(cause === undefined ? {} : { cause }) });
}
