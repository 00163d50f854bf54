/**
 * Replaces the package `entities` in the bundle. The page shows HTML entities as they are written, so it does not need
 * the package's large table of them.
 */
export const decodeHTML = (text: string): string => text;
export const decodeHTMLStrict = (text: string): string => decodeHTML(text);
