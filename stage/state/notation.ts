/**
 * Converts between a field's value and the text in the form. Text that does not fit the notation is sent unchanged, so
 * that the server rejects it and the server's message appears beside the field.
 */
export interface Notation {
  /** Returns `undefined` for blank text. */
  read(text: string): unknown;
  write(value: unknown): string;
}

const asText = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);

export const numbers: Notation = {
  read(text) {
    if (text.trim() === "") return undefined;
    const number = Number(text);
    return Number.isFinite(number) ? number : text;
  },
  write: asText,
};

export const names: Notation = {
  read(text) {
    const all = text.split(/[,，、\n]/).flatMap((name) => name.trim() || []);
    return all.length === 0 ? undefined : all;
  },
  write: (value) => (Array.isArray(value) ? value.join(", ") : asText(value)),
};

export const json: Notation = {
  read(text) {
    if (text.trim() === "") return undefined;
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  },
  write: asText,
};
