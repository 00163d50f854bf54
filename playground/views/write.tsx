import type { EditorView } from "@codemirror/view";
import { useEffect, useRef, useState } from "react";
import { RequestError } from "../../src/apps/react/request-error.js";
import { api } from "../../stage/net/api.js";
import { useCopy } from "../../stage/views/copy.js";
import { Button } from "../../stage/views/parts.js";
import { Page, Problem } from "../../stage/views/shell.js";
import { useDraft } from "../../stage/views/use-draft.js";
import { addressOf, goTo } from "../../stage/views/use-route.js";
import { useWords } from "../../stage/words/words.js";
import { type Checked, checkText } from "../editor/check.js";
import { createEditor } from "../editor/code-editor.js";
import { pack, type Shared, unpack } from "../state/share.js";
import { usePlaygroundWords } from "../words.js";

async function firstScenario(language: string): Promise<Shared> {
  const modes = await api.modes();
  const [{ name = "bidding", example = {} } = {}] = modes;
  const { topic } = example[language] ?? {};
  const written = language === "en" ? "" : `language: ${language}\n`;
  return { yaml: `mode: ${name}\ntopic: ${JSON.stringify(topic ?? "")}\n${written}maxTurns: 8\n` };
}

/** @param packed - The scenario from a link; null to begin with an example. */
export function Write({ packed }: { readonly packed: string | null }) {
  const words = usePlaygroundWords();
  const { language } = useWords();
  const [shared, setShared] = useState<Shared | null>(null);
  const [isDamaged, setDamaged] = useState(false);
  const [error, setError] = useState<RequestError | null>(null);
  /** Incremented to replace the editor with one that contains the original text. */
  const [version, setVersion] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of language keeps the text
  useEffect(() => {
    const reading = packed === null ? firstScenario(language) : unpack(packed);
    reading.then((read) => {
      setShared(read);
      setDamaged(read === null);
    }, setError);
  }, [packed]);
  return (
    <Page title={words.editor} className="home write">
      <h1>{words.editor}</h1>
      {isDamaged && (
        <p className="problem" role="alert">
          {words.damagedLink}
        </p>
      )}
      <Problem of={error} />
      {shared && (
        <Editor
          key={version}
          shared={shared}
          draftName={`write.${packed ?? ""}`}
          onReset={() => setVersion(version + 1)}
        />
      )}
    </Page>
  );
}

interface EditorProps {
  readonly shared: Shared;
  readonly draftName: string;
  readonly onReset: () => void;
}

function Editor({ shared, draftName, onReset }: EditorProps) {
  const words = usePlaygroundWords();
  const { begin, language, setting, shell } = useWords();
  const [draft, setDraft] = useDraft<string>(draftName);
  const text = draft ?? shared.yaml;
  const [checked, setChecked] = useState<Checked | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [isSent, setSent] = useState(false);
  const [isCopied, copyText] = useCopy();
  const place = useRef<HTMLDivElement>(null);
  /** The text for the editor that replaces this one, for example in another language. */
  const latest = useRef(text);
  useEffect(() => {
    let editor: EditorView | undefined;
    let isGone = false;
    const check = async (given: string) => {
      const found = await checkText(given, language);
      if (!isGone) setChecked(found);
      return found.problems;
    };
    void api.modes().then((modes) => {
      if (isGone || !place.current) return;
      const schemas = Object.fromEntries(modes.map(({ name, schema }) => [name, schema]));
      const onChange = (given: string) => {
        latest.current = given;
        setDraft(given === shared.yaml ? null : given);
      };
      const options = { text: latest.current, label: words.editor, schemas, setting, onChange, check };
      editor = createEditor(place.current, options);
    }, setError);
    return () => {
      isGone = true;
      editor?.destroy();
    };
  }, [words, language, setting, setDraft, shared.yaml]);

  const run = async () => {
    setError(null);
    const found = await checkText(text, language);
    setChecked(found);
    if (!found.scenario) return;
    setSent(true);
    const { mode, title, input, context } = found.scenario;
    try {
      const { thread } = await api.start({ mode, input, context, ...(title !== undefined && { title }) });
      goTo("talk", thread, ...(shared.turn === undefined ? [] : ["turn", `${shared.turn}`]));
    } catch (failure) {
      setError(failure instanceof RequestError ? failure : new RequestError(String(failure), 0));
      setSent(false);
    }
  };
  const copyLink = async () => {
    copyText(new URL(addressOf("shared", await pack({ ...shared, yaml: text })), location.href).href);
  };
  const problems = checked?.problems ?? [];
  return (
    <>
      <div className="code" ref={place} />
      <div className="write-acts">
        <Button icon="play" className="main-act" disabled={isSent} onClick={() => void run()}>
          {isSent ? words.running : words.run}
        </Button>
        <Button icon="link" onClick={() => void copyLink()}>
          {isCopied ? shell.copied : words.copyLink}
        </Button>
        {draft !== null && (
          <Button
            className="quiet"
            onClick={() => {
              setDraft(null);
              onReset();
            }}
          >
            {begin.reset}
          </Button>
        )}
      </div>
      <p className="soft">{words.writeHelp}</p>
      <Problem of={error} />
      <section aria-live="polite">
        {checked && <p className="soft">{problems.length > 0 ? words.problems(problems.length) : words.fine}</p>}
        <ul className="text-problems">
          {problems.map(({ line, column, message }) => (
            <li key={`${line}:${column}:${message}`}>
              <span className="soft">
                {line}:{column}
              </span>{" "}
              {message}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
