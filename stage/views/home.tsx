/** The list of all conversations. Those that are waiting for a person come first. */
import { useContext, useEffect, useState } from "react";
import type { RequestError } from "../../src/apps/react/request-error.js";
import { api, type ScenarioInfo } from "../net/api.js";
import type { Listed, ListedPage } from "../port.js";
import { familiesOf } from "../state/families.js";
import { meaningOf } from "../state/statuses.js";
import { useWords } from "../words/words.js";
import { Entry } from "./entry.js";
import { ExtrasContext } from "./extras.js";
import { Button, Icon } from "./parts.js";
import { ScenarioTiles } from "./scenario-tiles.js";
import { Page, Problem } from "./shell.js";
import { goTo } from "./use-route.js";

/**
 * The number of conversations that the list reads at first, and that its “more” button adds. The list reads waiting
 * conversations separately.
 */
const step = 50;
/** The maximum number of conversations in one response from the server. */
const mostAtOnce = 1000;
/** The number of conversations that the list can hold before the page offers to search it. */
const mostWithoutSearch = 7;
const refresh = 3000;
/** How long typing must pause before the list is searched, in milliseconds. */
const settleMs = 250;

/** In the order in which the page shows them. */
const groups = ["waiting", "running", "earlier"] as const;

interface Shown {
  /** Empty if the list is not filtered. */
  readonly search: string;
  readonly conversations: readonly Listed[];
  readonly hasMore: boolean;
}

async function read(count: number, search: string): Promise<Shown> {
  const { conversations: waiting } = await api.list({ status: "waiting", search, limit: mostAtOnce });
  const found = new Map(waiting.map((each) => [each.thread, each]));
  let next: string | null = "";
  for (let left = count; next !== null && left > 0; ) {
    const page: ListedPage = await api.list({
      ...{ search, limit: Math.min(left, mostAtOnce) },
      ...(next !== "" && { after: next }),
    });
    for (const each of page.conversations) found.set(each.thread, each);
    left -= page.conversations.length;
    next = page.next;
  }
  return { search, conversations: [...found.values()], hasMore: next !== null };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

export function Home() {
  const { home, shell } = useWords();
  const extras = useContext(ExtrasContext);
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [refusal, setRefusal] = useState<RequestError | null>(null);
  const [count, setCount] = useState(step);
  /** Stays true once it is true, so that the search box keeps its focus while the list changes. */
  const [canSearch, setCanSearch] = useState(false);
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim());
  /** Incremented to read the list again immediately. */
  const [version, setVersion] = useState(0);
  const onChanged = () => {
    setRefusal(null);
    setVersion((before) => before + 1);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reads the list again.
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout>;
    const load = async () => {
      const answer = await read(count, search).catch((error: RequestError) => error);
      if (!isCurrent) return;
      if (answer instanceof Error) setProblem(answer);
      else {
        setShown(answer);
        setProblem(null);
        if (answer.conversations.length > mostWithoutSearch) setCanSearch(true);
      }
      wait();
    };
    const wait = () => {
      timer = setTimeout(() => (document.hidden ? wait() : void load()), refresh);
    };
    void load();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [count, search, version]);

  const listed = shown?.conversations ?? [];
  return (
    <Page title={home.title} className="home">
      <div className="home-head">
        <h1>{home.title}</h1>
        {canSearch && (
          <label className="search">
            <Icon name="search" />
            <input
              type="search"
              placeholder={home.search}
              aria-label={home.search}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
        )}
        <Button icon="add" className="main-act" onClick={() => goTo("begin")}>
          {home.begin}
        </Button>
      </div>
      <p className="home-what soft">{home.what}</p>
      {extras.home}
      <Problem of={problem ?? refusal} />
      {shown === null && !problem && <p className="soft">{shell.loading}</p>}
      {shown !== null && listed.length === 0 && (shown.search === "" ? <Empty /> : <p className="soft">{home.none}</p>)}
      {groups.map((heading) => {
        const some = listed.filter(({ status }) => meaningOf(status).group === heading);
        return some.length === 0 ? null : (
          <section key={heading} className="group" data-group={heading}>
            <h2>{home[heading]}</h2>
            <ul>
              {familiesOf(some).map((family) => (
                <Entry key={family.conversation.thread} family={family} onChanged={onChanged} onRefused={setRefusal} />
              ))}
            </ul>
          </section>
        );
      })}
      {shown?.hasMore && <Button onClick={() => setCount(count + step)}>{home.more}</Button>}
    </Page>
  );
}

/** Shown in place of the list if there are no conversations. */
function Empty() {
  const { home } = useWords();
  const [scenarios, setScenarios] = useState<readonly ScenarioInfo[]>([]);
  useEffect(() => {
    void api.scenarios().then(setScenarios, () => {});
  }, []);
  return (
    <section className="empty">
      <svg viewBox="0 0 240 134" aria-hidden="true" className="empty-table">
        <ellipse cx="120" cy="68" rx="84" ry="38" />
        {[
          [120, 14],
          [196, 36],
          [212, 84],
          [120, 122],
          [28, 84],
          [44, 36],
        ].map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="9" />
        ))}
      </svg>
      <p className="empty-line">{home.empty}</p>
      <p className="soft">{home.emptyHint}</p>
      <ScenarioTiles of={scenarios} />
    </section>
  );
}
