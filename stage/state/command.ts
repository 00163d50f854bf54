type Fields = Readonly<Record<string, unknown>>;

const options: Readonly<Record<string, string>> = {
  topic: "--topic",
  maxTurns: "--turns",
  seed: "--seed",
  language: "--lang",
  model: "--model",
  bidModel: "--bid-model",
  temperature: "--temperature",
  wordLimit: "--word-limit",
  prepare: "--prepare",
  "selection.rule": "--rule",
  "bidding.criterion": "--criterion",
};

const quote = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Lists every setting with its path. A list, such as the cast, counts as one setting. */
function flatten(fields: Fields, before = ""): (readonly [string, unknown])[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const path = before + key;
    const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
    return isMap ? flatten(value as Fields, `${path}.`) : [[path, value] as const];
  });
}

function castOption(value: unknown): string[] | null {
  const cast = value as readonly Fields[];
  const isNamesOnly = cast.every((each) => Object.keys(each).length === 1 && !/[,，、]/.test(String(each["name"])));
  return isNamesOnly ? ["--participants", cast.map(({ name }) => String(name)).join(",")] : null;
}

/**
 * Returns a command that runs `source` with the settings in `fields`, apart from the title. Null if options cannot
 * express all changes, for example if a setting was removed.
 * @param source - The name of a mode or of a shipped scenario.
 * @param original - The settings of `source`.
 */
export function commandFor(source: string, original: Fields, fields: Fields): string | null {
  const words: string[] = ["npx", "rostrum", "run", source];
  const before = new Map(flatten(original));
  const settings = new Map(flatten(fields));
  if ([...before.keys()].some((path) => !settings.has(path))) return null;
  for (const [path, value] of settings) {
    if (path === "title" || JSON.stringify(before.get(path)) === JSON.stringify(value)) continue;
    const option = options[path];
    if (path === "participants") {
      const cast = castOption(value);
      if (!cast) return null;
      words.push(...cast);
    } else if (!option) return null;
    else if (value === true) words.push(option);
    else if (value !== false) words.push(option, String(value));
    else if (before.has(path)) return null;
  }
  return words.map(quote).join(" ");
}
