/** The page that starts a conversation from a scenario or a mode: a form, and its settings as YAML or a command. */
import { useEffect, useMemo, useRef, useState } from "react";
import { ApiError, api, type ModeInfo, type ScenarioInfo } from "../net/api.js";
import { commandFor } from "../state/command.js";
import { type Fields, partOf, setAt, splitFields } from "../state/form.js";
import { toYaml } from "../state/yaml.js";
import { useWords } from "../words/words.js";
import { CastForm } from "./cast-form.js";
import { useCopy } from "./copy.js";
import { Field } from "./field.js";
import { Button, Choice } from "./parts.js";
import { ScenarioTiles } from "./scenario-tiles.js";
import { Page, Problem } from "./shell.js";
import { addressOf, goTo } from "./use-route.js";

/** @param from - The name of a scenario or a mode; null until the reader chooses one. */
export function Begin({ from }: { readonly from: string | null }) {
  const { begin, shell } = useWords();
  const [modes, setModes] = useState<readonly ModeInfo[] | null>(null);
  const [scenarios, setScenarios] = useState<readonly ScenarioInfo[]>([]);
  const [problem, setProblem] = useState<ApiError | null>(null);
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
        <h2>{begin.scenarios}</h2>
        <ScenarioTiles of={scenarios} />
      </section>
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
    </div>
  );
}

/** The settings that the form shows first, in this order. */
const first = ["maxTurns", "language", "seed", "model"];

const castOf = (value: unknown): readonly Fields[] =>
  (Array.isArray(value) ? value : []).map((each: unknown) =>
    typeof each === "string" ? { name: each } : (each as Fields),
  );

function Form({ mode, scenario }: { readonly mode: ModeInfo; readonly scenario: ScenarioInfo | null }) {
  const words = useWords();
  const { begin, modes } = words;
  const settings = mode.schema.properties ?? {};
  const example = mode.example[words.language];
  const original = useMemo<Fields>(() => {
    const { mode: _mode, ...written } = scenario?.fields ?? { mode: mode.name, ...example };
    return { ...written, participants: castOf(written["participants"] ?? example?.["participants"]) };
  }, [scenario, mode, example]);
  const isOtherLanguage = !scenario && words.language !== settings["language"]?.default;
  const [fields, setFields] = useState<Fields>({
    ...original,
    ...(isOtherLanguage ? { language: words.language } : {}),
  });
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [isSent, setSent] = useState(false);
  // With this key, the server starts only one conversation, even if a person presses the button twice.
  const key = useRef(crypto.getRandomValues(new Uint32Array(4)).join("-"));
  const set = (name: string) => (value: unknown) => setFields((all) => setAt(all, [name], value));
  const start = async () => {
    setSent(true);
    const { title } = fields;
    try {
      const request = { ...splitFields(fields, mode.context), ...(title ? { title } : {}) };
      const { thread } = await api.start({ mode: mode.name, ...request, idempotencyKey: key.current });
      goTo("talk", thread);
    } catch (error) {
      setProblem(error instanceof ApiError ? error : new ApiError(String(error), 0));
      setSent(false);
      scrollTo({ top: 0, behavior: "smooth" });
    }
  };
  const shown = [...first, "mode", "title", "topic", "participants", "idempotencyKey"];
  const rest = Object.entries(settings).filter(([name]) => !shown.includes(name));
  return (
    <form
      className="begin-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <div className="begin-fields">
        <p>
          <a href="#/begin">← {begin.back}</a>
        </p>
        <h1>
          <bdi>{scenario?.fields.title ?? modes[mode.name]?.name ?? mode.name}</bdi>
        </h1>
        <p className="soft">{modes[mode.name]?.summary ?? mode.summary[words.language]}</p>
        <Problem of={problem} />
        <div className="field">
          <label htmlFor="begin-topic">{begin.topic}</label>
          <textarea
            id="begin-topic"
            className="begin-topic"
            rows={2}
            maxLength={4000}
            value={String(fields["topic"] ?? "")}
            onChange={({ target }) => set("topic")(target.value || undefined)}
          />
        </div>
        <CastForm
          schema={partOf(settings["participants"]?.items ?? {})}
          cast={castOf(fields["participants"])}
          onChange={set("participants")}
        />
        <div className="field-row">
          {first.map((name) => {
            const schema = settings[name];
            return (
              schema && <Field key={name} path={[name]} schema={schema} value={fields[name]} onChange={set(name)} />
            );
          })}
        </div>
        <details className="settings">
          <summary>{begin.more}</summary>
          {rest.map(([name, schema]) => (
            <Field key={name} path={[name]} schema={schema} value={fields[name]} onChange={set(name)} />
          ))}
        </details>
        <div className="begin-acts">
          <Button type="submit" icon="play" className="main-act" disabled={isSent}>
            {isSent ? begin.starting : begin.start}
          </Button>
          <p className="soft">{begin.rehearsal}</p>
        </div>
      </div>
      <Beside mode={mode.name} scenario={scenario} original={original} fields={fields} />
    </form>
  );
}

interface BesideProps {
  readonly mode: string;
  readonly scenario: ScenarioInfo | null;
  readonly original: Fields;
  readonly fields: Fields;
}

/** Shows the form's settings as a scenario file or as a command. */
function Beside({ mode, scenario, original, fields }: BesideProps) {
  const { begin, shell } = useWords();
  const [form, setForm] = useState<"yaml" | "command">("yaml");
  const [isCopied, copyText] = useCopy();
  const yaml = toYaml({ mode, ...fields });
  const command = commandFor(scenario?.name ?? mode, original, fields) ?? "npx rostrum run talk.yaml";
  const text = form === "yaml" ? yaml : `${command}\n`;
  return (
    <aside className="beside" aria-label={begin.beside}>
      <div className="beside-head">
        <Choice
          label={begin.beside}
          value={form}
          options={[
            ["yaml", begin.yaml],
            ["command", begin.command],
          ]}
          onChange={setForm}
        />
        <Button className="quiet" onClick={() => copyText(text)}>
          {isCopied ? shell.copied : shell.copy}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <pre tabIndex={0}>{text}</pre>
    </aside>
  );
}
