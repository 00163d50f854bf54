import { playground as english, type PlaygroundWords } from "../src/words/en/playground.js";
import { useWords } from "../stage/words/words.js";

const folders = import.meta.glob<{ readonly playground: PlaygroundWords }>("../src/words/*/playground.ts", {
  eager: true,
});
const all = Object.values(folders).map(({ playground }) => playground);

export function usePlaygroundWords(): PlaygroundWords {
  const { language } = useWords();
  return all.find((words) => words.language === language) ?? english;
}
