import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { RequestError } from "../../../src/apps/react/request-error.js";
import { api, type ModeInfo, type ScenarioInfo } from "../../net/api.js";
import type { JsonSchema } from "../../port.js";
import { foldsOf } from "../../state/folds.js";
import { type Fields, partOf, setAt, splitFields } from "../../state/form.js";
import { placeProblems, unsolved } from "../../state/problems.js";
import { useWords } from "../../words/words.js";
import { CastForm } from "../cast-form.js";
import { Field } from "../field.js";
import { Button } from "../parts.js";
import { Problem } from "../shell.js";
import { useDraft } from "../use-draft.js";
import { goTo } from "../use-route.js";
import { Beside } from "./beside.js";
import { EstimateCost } from "./estimate.js";
import { Fold } from "./fold.js";
import { ModelList } from "./models.js";
import { focusFirstProblem, Problems, useProblem } from "./problems.js";

/** The settings in the row below the cast, in this order. */
const first = ["maxTurns", "language", "seed", "model"];

/** The settings that are not among the “more settings”, because the form shows them elsewhere or not at all. */
const apart = [...first, "mode", "title", "topic", "participants", "idempotencyKey"];

const castOf = (value: unknown): readonly Fields[] =>
  (Array.isArray(value) ? value : []).map((each: unknown) =>
    typeof each === "string" ? { name: each } : (each as Fields),
  );

interface FormProps {
  readonly mode: ModeInfo;
  readonly scenario: ScenarioInfo | null;
}

function useOriginal({ mode, scenario }: FormProps): Fields {
  const { language } = useWords();
  const example = mode.example[language];
  return useMemo(() => {
    const { mode: _mode, ...written } = scenario?.fields ?? { mode: mode.name, ...example };
    return { ...written, participants: castOf(written["participants"] ?? example?.["participants"]) };
  }, [scenario, mode, example]);
}

interface Rejection {
  readonly error: RequestError;
  readonly fields: Fields;
}

const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

function useStart(mode: ModeInfo, fields: Fields, onStarted: () => void) {
  const [rejection, setRejection] = useState<Rejection | null>(null);
  const [isSent, setSent] = useState(false);
  // With this key, the server starts only one conversation, even if a person presses the button twice. Changed fields
  // make a new request, which needs a new key.
  const sent = useRef({ fields, key: newKey() });
  const start = async () => {
    setSent(true);
    setRejection(null);
    const { title } = fields;
    if (sent.current.fields !== fields) sent.current = { fields, key: newKey() };
    try {
      const request = { ...splitFields(fields, mode.context), ...(title ? { title } : {}) };
      const { thread } = await api.start({ mode: mode.name, ...request, idempotencyKey: sent.current.key });
      onStarted();
      goTo("talk", thread);
    } catch (error) {
      setRejection({ error: error as RequestError, fields });
      setSent(false);
    }
  };
  return { start, isSent, rejection };
}

export function Form(props: FormProps) {
  const { mode, scenario } = props;
  const words = useWords();
  const { begin, modes } = words;
  const settings = mode.schema.properties ?? {};
  const original = useOriginal(props);
  const isOtherLanguage = !scenario && words.language !== settings["language"]?.default;
  const [initial] = useState<Fields>({
    ...original,
    ...(isOtherLanguage ? { language: words.language } : {}),
  });
  const [draft, setDraft] = useDraft<Fields>(`begin.${scenario?.name ?? mode.name}`);
  const fields = draft ?? initial;
  const { start, isSent, rejection } = useStart(mode, fields, () => setDraft(null));
  const placed = useMemo(() => placeProblems(rejection?.error.problems ?? [], shownIn(mode)), [rejection, mode]);
  const problems = useMemo(() => unsolved(placed, rejection?.fields ?? {}, fields), [placed, rejection, fields]);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (placed.size > 0 && form.current) focusFirstProblem(form.current);
  }, [placed]);
  const set = (name: string) => (value: unknown) => setDraft((all) => setAt(all ?? initial, [name], value));
  const field = (name: string) => {
    const schema = settings[name];
    return schema && <Field key={name} path={[name]} schema={schema} value={fields[name]} onChange={set(name)} />;
  };
  return (
    <form
      className="begin-form"
      ref={form}
      // The server checks the fields. The browser's own messages would be in the browser's language.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <Problems value={problems}>
        <div className="begin-fields">
          <p>
            <a href="#/begin">← {begin.back}</a>
            {draft && (
              <Button className="quiet" onClick={() => setDraft(null)}>
                {begin.reset}
              </Button>
            )}
          </p>
          <h1>
            <bdi>{scenario?.fields.title ?? modes[mode.name]?.name ?? mode.name}</bdi>
          </h1>
          <p className="soft">{modes[mode.name]?.summary ?? mode.summary[words.language]}</p>
          <Topic value={fields["topic"]} onChange={set("topic")} />
          <CastForm
            schema={partOf(settings["participants"]?.items ?? {})}
            cast={castOf(fields["participants"])}
            onChange={set("participants")}
          />
          <div className="field-row">{first.map(field)}</div>
          <ModelList />
          <MoreSettings settings={settings} fields={fields} field={field} />
          <EstimateCost mode={mode} fields={fields} />
          <div className="begin-acts">
            <Rejected error={rejection?.error ?? null} placed={placed} left={problems} />
            <Button type="submit" icon="play" className="main-act" disabled={isSent}>
              {isSent ? begin.starting : begin.start}
            </Button>
            <p className="soft">{begin.rehearsal}</p>
          </div>
        </div>
      </Problems>
      <Beside mode={mode.name} scenario={scenario} original={original} fields={fields} />
    </form>
  );
}

function shownIn({ schema }: ModeInfo): JsonSchema {
  const { mode: _mode, title: _title, idempotencyKey: _key, ...properties } = schema.properties ?? {};
  return { type: "object", properties };
}

interface TopicProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function Topic({ value, onChange }: TopicProps) {
  const { begin } = useWords();
  const { control, message } = useProblem(["topic"]);
  return (
    <div className="field">
      <label htmlFor="begin-topic">{begin.topic}</label>
      {message}
      <textarea
        {...control}
        id="begin-topic"
        className="begin-topic"
        dir="auto"
        rows={2}
        maxLength={4000}
        value={String(value ?? "")}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    </div>
  );
}

interface MoreSettingsProps {
  readonly settings: Readonly<Record<string, JsonSchema>>;
  readonly fields: Fields;
  readonly field: (name: string) => ReactNode;
}

function MoreSettings({ settings, fields, field }: MoreSettingsProps) {
  const { begin } = useWords();
  const { groups, singles } = foldsOf(Object.entries(settings).filter(([name]) => !apart.includes(name)));
  return (
    <section className="settings">
      <h2>{begin.more}</h2>
      {groups.map(([name]) => field(name))}
      {singles.map(([fold, all]) => (
        <Fold key={fold} title={begin.folds[fold]} count={all.filter(([name]) => fields[name] !== undefined).length}>
          {all.map(([name]) => field(name))}
        </Fold>
      ))}
    </section>
  );
}

interface RejectedProps {
  readonly error: RequestError | null;
  readonly placed: ReadonlyMap<string, string>;
  readonly left: ReadonlyMap<string, string>;
}

/** Reports that the conversation was not started, without repeating the messages beside the fields. */
function Rejected({ error, placed, left }: RejectedProps) {
  const { begin } = useWords();
  const unplaced = placed.get("");
  if (error && placed.size === 0) return <Problem of={error} />;
  if (left.size === 0) return null;
  return (
    <div className="problem" role="alert">
      {unplaced === undefined ? begin.notStarted(left.size) : unplaced}
    </div>
  );
}
