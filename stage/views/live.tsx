import { Fragment, useContext, useEffect, useRef, useState } from "react";
import type { RequestError } from "../../src/apps/react/request-error.js";
import { useTalk } from "../../src/apps/react/use-talk.js";
import { api, exportAddress, exportContents, exportFormats, server } from "../net/api.js";
import { downloadHere } from "../net/download.js";
import { useTyping } from "../net/use-typing.js";
import type { Retry, Snapshot, UsageRow } from "../port.js";
import { tokensOf } from "../state/measures.js";
import { castIn } from "../state/record.js";
import { useWords } from "../words/words.js";
import type { Costs, Prices } from "./account.js";
import { BranchForm } from "./branch.js";
import { State } from "./connection.js";
import { Conversation } from "./conversation.js";
import { ExtrasContext } from "./extras.js";
import { Help, Menu } from "./menu.js";
import { Prompts } from "./prompts.js";
import { Retake } from "./retake.js";
import { Mark, NotFound, Settings } from "./shell.js";
import { SeatMarksContext } from "./stage/seat-marks.js";
import { TakePart } from "./taking-part/take-part.js";
import { useAsked } from "./taking-part/use-asked.js";
import { useSeats } from "./taking-part/use-seats.js";
import { useRecord } from "./use-record.js";
import { addressOf } from "./use-route.js";

export function Live({ thread }: { readonly thread: string }) {
  const { shell, modes, exports, time } = useWords();
  const [typing, onTyping] = useTyping();
  const { talk, refusal, trouble, reconnect } = useTalk(server, thread, onTyping);
  const record = useRecord(talk.events);
  const [view, setView] = useState("stage");
  const [isOpened, setOpened] = useState(false);
  const isLooking = view === "account" || isOpened;
  const snapshot = useSnapshot(thread, talk.status?.status, isLooking ? talk.latest : null);
  const [seat, setSeat] = useState<string | null>(null);
  const people = castIn(record);
  const seats = useSeats(thread, people, snapshot?.seats ?? null);
  const [asked, ask] = useAsked(thread, record);
  const retries = useRetries(talk.live);
  const extras = useContext(ExtrasContext);
  const title = snapshot?.title ?? record.scene?.topic ?? "";

  useEffect(() => {
    const status = talk.status?.status === "waiting" ? "● " : "";
    globalThis.document.title = `${status}${title || thread} · Rostrum`;
  }, [title, thread, talk.status]);

  if (refusal?.status === 404) return <NotFound />;
  const status = talk.status?.status ?? "";
  const mode = snapshot?.mode ?? "";
  // A branch from the last turn of an ended conversation may end immediately.
  const canContinueAfter = (turn: number) => status !== "ended" || turn !== record.turns.at(-1)?.turn;
  const scale = (snapshot?.settings["bidding"] as { scale?: { max?: number } } | undefined)?.scale?.max ?? null;
  return (
    <SeatMarksContext.Provider
      value={{ yours: seats.held, typing: typing.filter((name) => !seats.held.includes(name)), asked }}
    >
      <Conversation
        talk={talk}
        record={record}
        isLive={trouble === null}
        topic={title}
        highestBid={scale}
        costs={snapshot && costsIn(snapshot)}
        toolCalls={snapshot?.toolCalls ?? []}
        stopDraws={snapshot?.stopDraws ?? []}
        retries={retries}
        isReplay={false}
        onView={setView}
        onOpened={setOpened}
        onSeat={setSeat}
        heading={
          <>
            <a className="mark" href="#/" title={shell.all}>
              <Mark />
            </a>
            <div className="heading">
              <h1>
                <bdi>{title || shell.loading}</bdi>
              </h1>
              <p className="soft">
                <State trouble={trouble} status={status} />
                {mode && <span>{modes[mode]?.name ?? mode}</span>}
              </p>
            </div>
          </>
        }
        actions={
          <>
            <Menu label={exports.label} icon="export">
              {snapshot && extras.sharing?.(snapshot)}
              <Exports thread={thread} isGuest={seats.isGuest} />
              <a href={addressOf("compare", thread, "-")}>{time.compareWith}</a>
            </Menu>
            <Help />
            <Settings />
          </>
        }
        turnActions={(turn, place, show) =>
          seats.isGuest ? null : (
            <Fragment key={turn}>
              <Prompts
                thread={thread}
                turn={turn}
                isOpen={place.opened?.part === "prompts"}
                onToggle={(isOpen) => show({ opened: { turn, part: isOpen ? "prompts" : "why" } })}
              />
              {canContinueAfter(turn) && (
                <BranchForm thread={thread} turn={turn} mode={mode} selection={snapshot?.settings["selection"]} />
              )}
              <Retake thread={thread} turn={turn} record={record} canEdit={canContinueAfter(turn)} />
            </Fragment>
          )
        }
        foot={
          <TakePart
            thread={thread}
            status={talk.status}
            refusal={refusal}
            trouble={trouble}
            onReconnect={reconnect}
            mode={mode}
            context={snapshot?.context ?? {}}
            maxTurns={record.scene?.maxTurns ?? 1}
            record={record}
            people={people}
            seats={seats}
            ask={ask}
            seat={seat}
            onSeat={setSeat}
          />
        }
      />
    </SeatMarksContext.Provider>
  );
}

/** Guests get no links to exports with everything that is saved. */
function Exports({ thread, isGuest }: { readonly thread: string; readonly isGuest: boolean }) {
  const { exports, shell } = useWords();
  // The click closes the menu, which therefore cannot show the failure.
  const onFailure = (reason: string) => alert(shell.failed(reason));
  return exportContents.slice(0, isGuest ? 1 : 2).map((contents) => (
    <section key={contents} aria-labelledby={`export-${contents}`}>
      <p id={`export-${contents}`} className="menu-caption soft">
        {exports.contents[contents]}
      </p>
      {exportFormats.map((format) => (
        <a
          key={format}
          href={exportAddress(thread, format, contents)}
          download
          onClick={(event) => downloadHere(event, onFailure)}
        >
          {exports.formats[format]}
        </a>
      ))}
    </section>
  ));
}

/** The minimum time between two reads of the snapshot, in milliseconds. */
const restBetweenReads = 2000;

/**
 * Reads the snapshot again when `status` or `latest` changes. To read only when the status changes, pass null as
 * `latest`.
 */
function useSnapshot(thread: string, status: string | undefined, latest: number | null): Snapshot | null {
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null);
  const lastRead = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `status` and `latest` trigger the read
  useEffect(() => {
    const wait = Math.max(0, lastRead.current + restBetweenReads - performance.now());
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const readIn = (ms: number) => {
      if (isGone) return;
      timer = setTimeout(() => {
        lastRead.current = performance.now();
        api.read(thread).then(setSnapshot, ({ status }: RequestError) => {
          if (status !== 404) readIn(restBetweenReads);
        });
      }, ms);
    };
    readIn(lastRead.current === 0 ? 0 : wait);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [thread, status, latest]);
  return snapshot;
}

/** Collects the retries, because the conversation does not save them. */
function useRetries(live: readonly { readonly turn: number; readonly retries: readonly Retry[] }[]) {
  const [all, setAll] = useState<readonly ({ readonly turn: number } & Retry)[]>([]);
  useEffect(() => {
    const now = live.flatMap(({ turn, retries }) => retries.map((retry) => ({ ...retry, turn })));
    setAll((known) => {
      const callOf = ({ turn, participant, purpose, attempt }: (typeof now)[number]) =>
        JSON.stringify([turn, participant, purpose, attempt]);
      const calls = known.map(callOf);
      const fresh = now.filter((retry) => !calls.includes(callOf(retry)));
      return fresh.length === 0 ? known : [...known, ...fresh];
    });
  }, [live]);
  return all;
}

function costsIn({ usage: { rows }, settings, spending }: Snapshot): Costs {
  const prices = (settings["prices"] ?? {}) as Prices;
  const isPriced = Object.keys(prices).length > 0;
  const costOf = (row: UsageRow) => {
    const { input, output } = prices[row.model] ?? { input: 0, output: 0 };
    const { inputTokens, outputTokens } = tokensOf(row);
    return (inputTokens * input + outputTokens * output) / 1e6;
  };
  return {
    rows,
    prices,
    money: isPriced ? rows.reduce((sum, row) => sum + costOf(row), 0) : null,
    budget: (settings["budget"] ?? {}) as Readonly<Record<string, number | undefined>>,
    spentBefore: { ...spending?.atStart },
  };
}
