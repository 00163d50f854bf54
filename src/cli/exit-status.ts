/** How a command ends, for scripts that ask. */
export const exitStatus = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  /** 128 and the number of the signal that Ctrl-C sends. */
  interrupted: 130,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];
