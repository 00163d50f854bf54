import { getSystemErrorMessage } from "node:util";

/** Describes a system error without its path, which can be that of a temporary file. */
export const reasonOf = ({ errno, message }: NodeJS.ErrnoException): string =>
  errno === undefined ? message : getSystemErrorMessage(errno);
