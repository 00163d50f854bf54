const plain = /^[\p{L}_][\p{L}\p{N}_ ,.'’()/—–-]*$/u;
const meaningful = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

function scalar(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain = plain.test(value) && !meaningful.test(value) && value === value.trim() && !/\s{2}/.test(value);
  return isPlain ? value : JSON.stringify(value);
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSimple = (value: unknown): boolean =>
  isMap(value) ? Object.keys(value).length === 0 : Array.isArray(value) ? value.length === 0 : true;

function lines(value: unknown, indent: string): string[] {
  if (Array.isArray(value))
    return value.flatMap((item) => {
      if (isSimple(item)) return [`${indent}- ${scalar(item)}`];
      const [first = "", ...rest] = lines(item, `${indent}  `);
      return [`${indent}- ${first.trimStart()}`, ...rest];
    });
  return Object.entries(value as object)
    .filter(([, each]) => each !== undefined)
    .flatMap(([key, each]) =>
      isSimple(each)
        ? [`${indent}${scalar(key)}: ${scalar(each)}`]
        : [`${indent}${scalar(key)}:`, ...lines(each, `${indent}  `)],
    );
}

/** @param value - A map of strings, numbers, booleans, lists and maps. */
export const toYaml = (value: Readonly<Record<string, unknown>>): string => `${lines(value, "").join("\n")}\n`;
