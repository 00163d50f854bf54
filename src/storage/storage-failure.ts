/** Why stored conversations cannot be read or written, in both languages: nothing in this folder knows which one the reader wants. */
import { RostrumError, type Words } from "../errors.js";

const reasons = {
  "not-sqlite": { en: "not a SQLite file; choose another file", zh: "不是 SQLite 文件；请换一个文件" },
  "other-program": { en: "another program's database; choose another file", zh: "这是别的程序的数据库；请换一个文件" },
  "newer-version": { en: "written by a newer Rostrum; update it", zh: "由更新版本的 Rostrum 写成；请更新 Rostrum" },
  "cut-short": { en: "the end of the file is missing; restore a backup", zh: "文件末尾缺失；请恢复备份" },
  damaged: { en: "the file is damaged; restore a backup", zh: "文件已损坏；请恢复备份" },
  folder: { en: "is a folder; name a file", zh: "这是文件夹；请写文件名" },
  "read-only": { en: "not writable; check its permissions", zh: "无法写入；请检查权限" },
  "cannot-open": { en: "cannot be opened; check its folder", zh: "无法打开；请检查所在文件夹" },
  "disk-full": { en: "the disk is full; free some space, then resume", zh: "磁盘已满；请腾出空间，再继续对话" },
  "disk-failed": { en: "the disk cannot be read or written; check it", zh: "磁盘读写失败；请检查磁盘" },
  locked: { en: "another process is writing to it; try again later", zh: "另一个进程正在写入；请稍后再试" },
  closed: { en: "already closed; open it again", zh: "已经关闭；请重新打开" },
  "content-missing": { en: "part of the conversation is missing; restore a backup", zh: "对话有缺失；请恢复备份" },
  unreachable: {
    en: "cannot be used; check the server, the address, the user and the password",
    zh: "无法使用；请检查服务器、地址、用户名和密码",
  },
} as const satisfies Record<string, Words>;

/** A closed list, so that the words can live elsewhere. */
export type StorageReason = keyof typeof reasons;

/**
 * Makes a `storage-failed` error that says what to do about it.
 *
 * @param place - A file, or a server without its password.
 * @param options.detail - What the database itself says.
 */
export function storageFailed(
  reason: StorageReason,
  place: string,
  { detail, cause }: { readonly detail?: string; readonly cause?: unknown } = {},
): RostrumError {
  const { en, zh } = reasons[reason];
  const words = {
    en: `${place}: ${en}${detail === undefined ? "" : ` (${detail})`}`,
    zh: `${place}：${zh}${detail === undefined ? "" : `（${detail}）`}`,
  };
  return new RostrumError("storage-failed", words.en, { words, ...(cause === undefined ? {} : { cause }) });
}
