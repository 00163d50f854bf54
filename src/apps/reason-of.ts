import { getSystemErrorMessage } from "node:util";

/** Omits the path, which can be the path of a temporary file. */
export const reasonOf = ({ errno, message }: NodeJS.ErrnoException): string =>
  errno === undefined ? message : getSystemErrorMessage(errno);
