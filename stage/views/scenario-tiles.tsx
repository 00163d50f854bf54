import { ownFirst, type ScenarioInfo } from "../net/api.js";
import { useWords } from "../words/words.js";
import { addressOf } from "./use-route.js";

export function ScenarioTiles({ of }: { readonly of: readonly ScenarioInfo[] }) {
  const { modes, language } = useWords();
  return (
    <ul className="tiles">
      {ownFirst(of, language).map(({ name, fields: { mode = "", title = name, topic } }) => (
        <li key={name}>
          <a className="tile" href={addressOf("begin", name)}>
            <span className="tile-mode">{modes[mode]?.name ?? mode}</span>
            <bdi className="tile-title">{title}</bdi>
            <bdi className="tile-topic">{topic}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
