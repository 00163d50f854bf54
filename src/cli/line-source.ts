/** Where the lines of the people in a cast come from. */
export interface LineSource {
  /** The next line, after `heading` was shown; undefined once there are no more. */
  ask(heading: string): Promise<string | undefined>;
}
