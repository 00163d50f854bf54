import { useEffect, useMemo, useState } from "react";
import type { RequestError } from "../../src/apps/react/request-error.js";
import type { Talk } from "../../src/apps/react/talk.js";
import { useTalk } from "../../src/apps/react/use-talk.js";
import { api, server } from "../net/api.js";
import type { Bid, Listed, Snapshot } from "../port.js";
import { isCounted } from "../state/bids.js";
import { type ComparedTurn, compare, floorIn } from "../state/compare.js";
import { type ConversationRecord, seatsIn, turnOf } from "../state/record.js";
import { useWords, type Words } from "../words/words.js";
import { Connection } from "./connection.js";
import { Markdown } from "./markdown.js";
import { Button, Face } from "./parts.js";
import { NotFound, Page, Problem } from "./shell.js";
import { useRecord } from "./use-record.js";
import { addressOf } from "./use-route.js";

/** @param other - The second conversation's thread; `-` until the reader chooses one. */
export function Compare({ one, other }: { readonly one: string; readonly other: string }) {
  return other === "-" ? <Choose one={one} /> : <Both one={one} other={other} />;
}

function Choose({ one }: { readonly one: string }) {
  const { time, home, shell, ago } = useWords();
  const [listed, setListed] = useState<readonly Listed[] | null>(null);
  const [problem, setProblem] = useState<RequestError | null>(null);
  useEffect(() => {
    void api.list({ limit: 200 }).then(({ conversations }) => setListed(conversations), setProblem);
  }, []);
  const first = listed?.find(({ thread }) => thread === one);
  // Branches keep their original's topic, so conversations with the same topic come first.
  const others = (listed ?? [])
    .filter(({ thread }) => thread !== one)
    .sort((left, right) => Number(right.topic === first?.topic) - Number(left.topic === first?.topic));
  return (
    <Page title={time.compareWith} className="home">
      <h1>{time.compareWith}</h1>
      <Problem of={problem} />
      {listed === null && !problem && <p className="soft">{shell.loading}</p>}
      {listed !== null && others.length === 0 && <p className="soft">{home.none}</p>}
      <ul className="group">
        {others.map(({ thread, title, topic, origin, turn, updatedAt }) => (
          <li key={thread} className="entry">
            <a href={addressOf("compare", one, thread)}>
              <bdi className="entry-title">{title ?? topic}</bdi>
              <span className="entry-facts">
                {origin && <span>{home.forkedAfter(origin.turn)}</span>}
                <span>{home.turns(turn)}</span>
                <span>{ago(Date.now() - Date.parse(updatedAt))}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}

function Both({ one, other }: { readonly one: string; readonly other: string }) {
  const words = useWords();
  const { time, stage } = words;
  const followed = [useTalk(server, one), useTalk(server, other)] as const;
  const talks = [followed[0].talk, followed[1].talk] as const;
  const snapshots = [useSnapshot(one), useSnapshot(other)] as const;
  const left = useRecord(talks[0].events);
  const right = useRecord(talks[1].events);
  const { turns, partsAt } = useMemo(() => compare(left, right), [left, right]);
  const [showsAll, setShowsAll] = useState(false);
  const [topic = "", otherTopic = topic] = [left, right].map(({ scene }) => scene?.topic);
  const seatsOf = [seatsIn(left), seatsIn(right)];
  const common = turns.filter(({ isSame }) => isSame);
  const isRead = talks.every(({ status }) => status);
  const refusals = followed.flatMap(({ refusal }) => refusal ?? []);
  if (refusals.some(({ status }) => status === 404)) return <NotFound />;
  return (
    <Page title={time.compare} className="compare">
      <h1>
        <bdi>{topic === otherTopic ? topic : time.compare}</bdi>
      </h1>
      <Connection
        trouble={followed.find(({ trouble }) => trouble)?.trouble ?? null}
        onReconnect={() => {
          for (const { reconnect } of followed) reconnect();
        }}
      />
      <Problem of={refusals[0] ?? null} />
      <div className="sides">
        {[one, other].map((thread, index) => (
          <a key={thread} className="side" href={addressOf("talk", thread)}>
            <strong>{time.side(index === 0 ? "A" : "B")}</strong>
            <bdi>{snapshots[index]?.title ?? (index === 0 ? topic : otherTopic)}</bdi>
            <span className="soft">
              {facts(talks[index] as Talk, index === 0 ? left : right, snapshots[index] ?? null, words)}
            </span>
          </a>
        ))}
      </div>
      {isRead && <p className="parting">{partsAt === null ? time.identical : time.parts(partsAt)}</p>}
      {isRead && common.length > 0 && !showsAll && (
        <p className="shared">
          <Button onClick={() => setShowsAll(true)}>{time.showCommon}</Button>
        </p>
      )}
      {(isRead ? turns : [])
        .filter(({ isSame }) => showsAll || !isSame)
        .map((turn) => (
          <Pair key={turn.turn} turn={turn} records={[left, right]} seatsOf={seatsOf} />
        ))}
      {[left, right].some(({ items }) => items.at(-1)?.kind === "end") && (
        <div className="pair">
          {[left, right].map((record, index) => {
            const end = record.items.at(-1);
            return (
              <p key={index === 0 ? one : other} className="soft">
                {end?.kind === "end" ? stage.end(end.reason) : ""}
              </p>
            );
          })}
        </div>
      )}
    </Page>
  );
}

function facts(
  { status }: Talk,
  { turns }: ConversationRecord,
  snapshot: Snapshot | null,
  { home, states, time, rules, shell }: Words,
): string {
  if (!status) return shell.loading;
  const { seed, selection } = (snapshot?.settings ?? {}) as { seed?: number; selection?: { rule?: string } };
  const rule = selection?.rule ?? "";
  const known = [
    home.turns(turns.at(-1)?.turn ?? 0),
    seed === undefined ? "" : time.seedOf(seed),
    rules[rule] ?? rule,
    snapshot?.context["model"] ?? "",
    states[status.status],
  ];
  return known.filter(Boolean).join(" · ");
}

/** Reads the snapshot, because a conversation's events do not contain its settings. */
function useSnapshot(thread: string): Snapshot | null {
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null);
  useEffect(() => {
    api.read(thread).then(setSnapshot, () => {});
  }, [thread]);
  return snapshot;
}

const bidsIn = (record: ConversationRecord | undefined, turn: number): readonly Bid[] =>
  (record && turnOf(record, turn)?.decision?.bids) ?? [];

interface PairProps {
  readonly turn: ComparedTurn;
  readonly records: readonly [ConversationRecord, ConversationRecord];
  readonly seatsOf: readonly ReturnType<typeof seatsIn>[];
}

function Pair({ turn: { turn, isSame, one, other }, records, seatsOf }: PairProps) {
  const { stage, time, why, number } = useWords();
  const cells = isSame ? [one] : [one, other];
  const floors = records.map((record) => floorIn(record, turn));
  return (
    <section className="pair" data-same={isSame || undefined} aria-label={stage.turn(turn, 0)}>
      {cells.map((lines, index) => (
        <div key={index === 0 ? "one" : "other"} className="pair-cell">
          <span className="pair-turn">
            {!isSame && <span className="unseen">{time.side(index === 0 ? "A" : "B")}, </span>}
            {turn}
          </span>
          {lines.length === 0 && (
            <p className="soft">{floors[index] ? stage.announceFloor(floors[index]) : time.nothingYet}</p>
          )}
          {bidsIn(records[index], turn).length > 0 && (
            <ul className="pair-bids" aria-label={why.bids}>
              {bidsIn(records[index], turn).map((bid) => (
                <li key={bid.participant}>
                  <bdi>{bid.participant}</bdi> {isCounted(bid) ? number(bid.value) : "–"}
                </li>
              ))}
            </ul>
          )}
          {lines.map((line) => (
            <div key={line.key} className="pair-line">
              <strong>
                <Face name={line.speaker} seat={seatsOf[index]?.(line.speaker) ?? null} size="tiny" />{" "}
                <bdi>{line.speaker}</bdi>
              </strong>
              <Markdown>{line.text}</Markdown>
            </div>
          ))}
        </div>
      ))}
    </section>
  );
}
