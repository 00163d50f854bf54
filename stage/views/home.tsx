/** The page that lists all conversations. Those that are waiting for a person come first. */
import { useCallback, useEffect, useState } from "react";
import { type ApiError, api, type ScenarioInfo } from "../net/api.js";
import type { Listed } from "../port.js";
import { useWords } from "../words/words.js";
import { Button, Icon } from "./parts.js";
import { ScenarioTiles } from "./scenario-tiles.js";
import { Page, Problem } from "./shell.js";
import { addressOf, goTo } from "./use-route.js";

/** The number of conversations that the list shows at first, and that its “more” button adds. */
const step = 50;
/** The time between two refreshes of the list, in milliseconds. */
const refresh = 3000;

/** The groups of the list, in the order in which the page shows them. */
const groups = [
  { heading: "waiting", has: ({ status }: Listed) => status === "waiting" },
  { heading: "running", has: ({ status }: Listed) => status === "running" },
  { heading: "earlier", has: ({ status }: Listed) => status !== "waiting" && status !== "running" },
] as const;

/** Returns the thread's id if a person chose it, or an empty string if it was generated. */
const nameOf = (thread: string) => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(thread) ? "" : thread);

export function Home() {
  const { home, shell } = useWords();
  const [listed, setListed] = useState<readonly Listed[] | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  /** The error if the server refused to delete a conversation. */
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [limit, setLimit] = useState(step);
  const [wanted, setWanted] = useState("");
  const load = useCallback(async () => {
    try {
      setListed(await api.list(limit));
      setProblem(null);
    } catch (error) {
      setProblem(error as ApiError);
    }
  }, [limit]);
  const onRemoved = () => {
    setRefusal(null);
    void load();
  };
  useEffect(() => {
    void load();
    const timer = setInterval(() => !document.hidden && void load(), refresh);
    return () => clearInterval(timer);
  }, [load]);

  const key = wanted.trim().toLocaleLowerCase();
  const matching = (listed ?? []).filter(({ thread, title, topic }) =>
    `${title ?? ""} ${topic} ${nameOf(thread)}`.toLocaleLowerCase().includes(key),
  );
  return (
    <Page title={home.title} className="home">
      <div className="home-head">
        <h1>{home.title}</h1>
        {(listed?.length ?? 0) > 7 && (
          <label className="search">
            <Icon name="search" />
            <input
              type="search"
              placeholder={home.search}
              aria-label={home.search}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          </label>
        )}
        <Button icon="add" className="main-act" onClick={() => goTo("begin")}>
          {home.begin}
        </Button>
      </div>
      <Problem of={problem ?? refusal} />
      {listed === null && !problem && <p className="soft">{shell.loading}</p>}
      {listed?.length === 0 && <Empty />}
      {listed !== null && listed.length > 0 && matching.length === 0 && <p className="soft">{home.none}</p>}
      {groups.map(({ heading, has }) => {
        const some = matching.filter(has);
        return some.length === 0 ? null : (
          <section key={heading} className="group" data-group={heading}>
            <h2>{home[heading]}</h2>
            <ul>
              {some.map((each) => (
                <Entry key={each.thread} conversation={each} onRemoved={onRemoved} onRefused={setRefusal} />
              ))}
            </ul>
          </section>
        );
      })}
      {listed !== null && listed.length >= limit && <Button onClick={() => setLimit(limit + step)}>{home.more}</Button>}
    </Page>
  );
}

function Entry({
  conversation,
  onRemoved,
  onRefused,
}: {
  readonly conversation: Listed;
  readonly onRemoved: () => void;
  readonly onRefused: (why: ApiError) => void;
}) {
  const { home, modes, states, ago } = useWords();
  const { thread, title, topic, mode, status, turn, updatedAt } = conversation;
  const [isAsked, setAsked] = useState(false);
  const shown = title ?? topic;
  return (
    <li className="entry" data-status={status}>
      <a href={addressOf("talk", thread)}>
        <bdi className="entry-title">{shown}</bdi>
        {title !== null && title !== topic && <bdi className="entry-topic">{topic}</bdi>}
        <span className="entry-facts">
          <span className="entry-status">{states[status] ?? status}</span>
          <span>{modes[mode]?.name ?? mode}</span>
          {nameOf(thread) && <bdi>{thread}</bdi>}
          <span>{home.turns(turn)}</span>
          <span>{ago(Date.now() - Date.parse(updatedAt))}</span>
        </span>
      </a>
      {isAsked ? (
        <Button
          className="alarming"
          onBlur={() => setAsked(false)}
          onClick={() => void api.remove(thread).then(onRemoved, onRefused)}
        >
          {home.remove}
        </Button>
      ) : (
        <Button icon="trash" label={home.removeSure(shown)} onClick={() => setAsked(true)} />
      )}
    </li>
  );
}

/** Offers scenarios to start with. The page shows this in place of an empty list. */
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
