/** Returns undefined, because the English titles and descriptions of settings are in their schemas. */
export const setting = (_path: readonly string[]): readonly [title: string, help: string] | undefined => undefined;
