import type { CSSProperties } from "react";
import type { Interjection, Retry, UsageRow } from "../port.js";
import { sharesOf, tokensOf, usageOutside } from "../state/measures.js";
import type { ConversationRecord } from "../state/record.js";
import { useWords, type Words } from "../words/words.js";
import { Face, hueOf } from "./parts.js";
import { UsageTable } from "./usage-table.js";

/** Prices per million tokens, by model. */
export type Prices = Readonly<
  Record<string, { readonly input: number; readonly output: number; readonly listedOn?: string | undefined }>
>;

export interface Costs {
  readonly rows: readonly UsageRow[];
  /** Null if no prices are set. */
  readonly money: number | null;
  readonly prices: Prices;
  readonly budget: Readonly<Record<string, number | undefined>>;
  /**
   * What earlier runs had spent when the latest run began. Subtracted for the comparison with the budget, because each
   * run has the whole budget.
   */
  readonly spentBefore: Readonly<Record<string, number>>;
}

interface AccountProps {
  readonly record: ConversationRecord;
  readonly seatOf: (name: string) => number | null;
  /** Null until the server has sent them, and in a public copy. */
  readonly costs: Costs | null;
  readonly retries: readonly ({ readonly turn: number } & Retry)[];
}

export function Account({ record, seatOf, costs, retries }: AccountProps) {
  const words = useWords();
  const { account, number, percent } = words;
  const shares = sharesOf(record);
  const all = shares.reduce((sum, share) => sum + share.words, 0) || 1;
  const failures = describeFailures(record, retries, words);
  return (
    <article className="account">
      <section>
        <h2>{account.shares}</h2>
        <table className="shares">
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{words.begin.cast}</span>
              </th>
              <th scope="col">{account.words}</th>
              <th scope="col">{account.turns}</th>
              <th scope="col">{account.silence}</th>
            </tr>
          </thead>
          <tbody>
            {shares.map((share) => (
              <tr key={share.name} style={{ "--hue": hueOf(seatOf(share.name) ?? -1) } as CSSProperties}>
                <th scope="row">
                  <Face name={share.name} seat={seatOf(share.name)} size="tiny" />
                  <bdi>{share.name}</bdi>
                </th>
                <td className="share">
                  <span className="share-bar" aria-hidden="true">
                    <i style={{ width: `${(share.words / all) * 100}%` }} />
                  </span>
                  {percent(share.words / all)}
                </td>
                <td>{number(share.turns)}</td>
                <td>{account.silenceOf(share.longestSilence)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {costs && <CostTable record={record} costs={costs} />}
      <section>
        <h2>{account.troubles}</h2>
        {failures.length === 0 ? (
          <p className="soft">{account.noTroubles}</p>
        ) : (
          <ul className="troubles">
            {failures.map((failure, index) => (
              <li key={index}>
                <bdi>{failure}</bdi>
              </li>
            ))}
          </ul>
        )}
      </section>
    </article>
  );
}

interface CostTableProps extends Pick<AccountProps, "record"> {
  readonly costs: Costs;
}

function CostTable({ record, costs: { rows, money, prices, budget, spentBefore } }: CostTableProps) {
  const words = useWords();
  const { account, number, amount, colon, costOf, priced } = words;
  const outside = usageOutside(record, rows);
  const purposes = [...new Set(rows.map(({ purpose }) => purpose))];
  const sum = (field: "calls" | "inputTokens" | "outputTokens", some = rows) =>
    some.reduce((total, row) => total + row[field], 0);
  const figuresOf = (purpose?: string) => {
    const some = purpose === undefined ? rows : rows.filter((row) => row.purpose === purpose);
    return [number(sum("calls", some)), number(sum("inputTokens", some)), number(sum("outputTokens", some))] as const;
  };
  const spent: Readonly<Record<string, number>> = {
    calls: sum("calls"),
    tokens: rows.map(tokensOf).reduce((total, { inputTokens, outputTokens }) => total + inputTokens + outputTokens, 0),
    money: money ?? 0,
  };
  const spentNow = (kind: string) => Math.max(0, (spent[kind] ?? 0) - (spentBefore[kind] ?? 0));
  const limits = Object.entries(budget).filter(
    (limit): limit is [string, number] => typeof limit[1] === "number" && limit[0] in spent,
  );
  const isRehearsal = rows.length > 0 && rows.every(({ model }) => model === "rehearsal");
  return (
    <section>
      <h2>{account.usage}</h2>
      {limits.map(([kind, limit]) => (
        <div className="meter" key={kind}>
          <span>
            {account.budget}
            {colon}
            {account.budgets[kind]}
          </span>
          <span>{account.of(spentNow(kind), limit)}</span>
          <meter min={0} max={limit} value={spentNow(kind)} aria-label={account.budgets[kind]} />
        </div>
      ))}
      <UsageTable title={account.usage} purposes={purposes} figuresOf={figuresOf} />
      {money !== null && (
        <p>
          {account.money}
          {colon}
          {amount(money)}
        </p>
      )}
      {Object.entries(prices)
        .filter(([model]) => rows.some((row) => row.model === model))
        .map(([model, price]) => (
          <p className="soft" key={model}>
            {priced(model, price)}
          </p>
        ))}
      {outside && outside.calls > 0 && <p className="soft">{account.outsideSpeeches(costOf(outside))}</p>}
      {isRehearsal && <p className="soft">{account.estimated}</p>}
    </section>
  );
}

/** A correction lists these outcomes of a person's review of a draft as faults, but they are not failures. */
const reviews: ReadonlySet<string> = new Set(["approved", "edited", "rejected"]);

function describeFailures(
  { turns, items }: ConversationRecord,
  retries: AccountProps["retries"],
  { account, stage, why }: Words,
): string[] {
  const ofTurns = turns.flatMap(({ turn, decision, corrections }) => [
    ...(decision?.bids ?? []).flatMap(({ participant, outcome, failure }) => {
      const what = account.outcomes[outcome];
      return what ? [account.failedBid(participant, turn, failure ? `${what} (${failure})` : what)] : [];
    }),
    ...(decision?.excluded ?? []).flatMap(({ participant, reason }) =>
      reason === "speech-failed" ? [account.speechFailed(participant, turn)] : [],
    ),
    ...corrections.flatMap(({ participant, faults, used }) => {
      const said = faults.filter((fault) => !reviews.has(fault)).map((fault) => why.faults[fault] ?? fault);
      return said.length === 0 ? [] : [account.corrected(participant, turn, said, used !== null)];
    }),
  ]);
  const others = items.flatMap((item) => {
    if (item.kind === "task" && item.result.outcome !== "done") return [stage.task(item.result)];
    const isLost = item.kind === "interjection" && (item.interjection as Interjection).problem !== null;
    return isLost ? [account.interjection(item.interjection)] : [];
  });
  const again = retries.map(({ participant, turn, attempt, reason }) =>
    account.retried(participant, turn, attempt, reason),
  );
  return [...ofTurns, ...others, ...again];
}
