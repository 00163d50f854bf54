/** How to speak, lead, supervise and judge. A form shows these texts and lets people edit them. */

export interface Guidelines {
  /** For participants, for bids and speeches. */
  readonly speaking: string;
  /** For a director. */
  readonly leading: string;
  /** For a supervisor. */
  readonly supervising: string;
  /** For the controller that judges a meeting's rounds. */
  readonly judging: string;
}

/** A run's guidelines: the given ones, except those that an unedited form shows, which are in `shown`. */
export function chooseGuidelines(
  given: Readonly<Record<keyof Guidelines, string | undefined>>,
  builtIn: Guidelines,
  shown: Guidelines,
): Guidelines {
  const choose = (key: keyof Guidelines) => {
    const own = given[key]?.trim();
    return own && own !== shown[key] ? own : builtIn[key];
  };
  return {
    speaking: choose("speaking"),
    leading: choose("leading"),
    supervising: choose("supervising"),
    judging: choose("judging"),
  };
}
