import { useEffect, useState } from "react";
import type { RequestError } from "../../src/apps/react/request-error.js";
import { api, type ModeInfo, type ScenarioInfo } from "../net/api.js";
import { useWords } from "../words/words.js";
import { Form } from "./form/form.js";
import { ScenarioTiles } from "./scenario-tiles.js";
import { Page, Problem } from "./shell.js";
import { addressOf } from "./use-route.js";

/** @param from - The name of a scenario or a mode; null until the reader chooses one. */
export function Begin({ from }: { readonly from: string | null }) {
  const { begin, shell } = useWords();
  const [modes, setModes] = useState<readonly ModeInfo[] | null>(null);
  const [scenarios, setScenarios] = useState<readonly ScenarioInfo[]>([]);
  const [problem, setProblem] = useState<RequestError | null>(null);
  useEffect(() => {
    Promise.all([api.modes(), api.scenarios()]).then(([someModes, someScenarios]) => {
      setScenarios(someScenarios);
      setModes(someModes);
    }, setProblem);
  }, []);
  const scenario = scenarios.find(({ name }) => name === from) ?? null;
  const mode = modes?.find(({ name }) => name === (scenario?.fields.mode ?? from));
  return (
    <Page title={begin.title} className="begin">
      <Problem of={problem} />
      {!modes && !problem && <p className="soft">{shell.loading}</p>}
      {modes && (mode ? <Form mode={mode} scenario={scenario} /> : <Choose modes={modes} scenarios={scenarios} />)}
    </Page>
  );
}

function Choose({ modes, scenarios }: { modes: readonly ModeInfo[]; scenarios: readonly ScenarioInfo[] }) {
  const { begin, language, modes: known } = useWords();
  return (
    <div className="choose">
      <h1>{begin.title}</h1>
      <section>
        <h2>{begin.modes}</h2>
        <ul className="tiles">
          {modes.map(({ name, summary }) => (
            <li key={name}>
              <a className="tile" href={addressOf("begin", name)}>
                <span className="tile-title">{known[name]?.name ?? name}</span>
                <span className="tile-topic">{known[name]?.summary ?? summary[language]}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{begin.scenarios}</h2>
        <ScenarioTiles of={scenarios} />
      </section>
    </div>
  );
}
