/** Describes why the system refused to read or write a file. */
import { getSystemErrorMessage } from "node:util";

/** Returns the system's description of an error. Omits the path, which can be the path of a temporary file. */
export const reasonOf = ({ errno, message }: NodeJS.ErrnoException): string =>
  errno === undefined ? message : getSystemErrorMessage(errno);
