/** What settings are called in English, and what they mean: their schemas say it. */
export const setting = (_path: readonly string[]): readonly [title: string, help: string] | undefined => undefined;
