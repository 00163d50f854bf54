/** The languages that prompts, interface texts and word counting exist in. */
export const languages = ["en", "zh"] as const;

/** `en` English, `zh` Chinese. */
export type Language = (typeof languages)[number];
