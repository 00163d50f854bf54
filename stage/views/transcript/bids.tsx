import type { CSSProperties } from "react";
import type { Decision, MessageUsage } from "../../port.js";
import { highestIn, isCounted, ranked, scoreOf } from "../../state/bids.js";
import { useWords } from "../../words/words.js";
import { hueOf } from "../parts.js";

interface BidsProps {
  readonly decision: Decision | null;
  /** In ISO 8601. Empty if it is unknown. */
  readonly time: string;
  readonly usage: MessageUsage | undefined;
}

export function Bids({ decision, time, usage }: BidsProps) {
  const { bidReason, rules, stage, amount, clock, costOf } = useWords();
  const reason = decision && (bidReason(decision) ?? rules[decision.rule] ?? decision.rule);
  const highest = decision ? highestIn(decision) : 1;
  return (
    <div className="row-bids">
      {decision && decision.bids.length > 0 && (
        <ol>
          {ranked(decision).map((bid) => (
            <li
              key={bid.participant}
              data-won={bid.participant === decision.speaker || undefined}
              style={{ "--hue": hueOf(bid.seat) } as CSSProperties}
            >
              <bdi>{bid.participant}</bdi> <b>{isCounted(bid) ? amount(bid.value) : stage.outcomes[bid.outcome]}</b>
              {isCounted(bid) && <BidBar score={scoreOf(decision, bid)} bid={bid.value} highest={highest} />}
            </li>
          ))}
        </ol>
      )}
      <p>
        {reason && <bdi>{reason}</bdi>}
        {time && <time dateTime={time}>{clock(new Date(time))}</time>}
        {usage && <span>{costOf(usage)}</span>}
      </p>
    </div>
  );
}

/** The bar for the bid is paler, and lies behind the bar for the score, which decides. */
export function BidBar({ score, bid, highest }: { score: number; bid: number; highest: number }) {
  const widthOf = (value: number) => ({ width: `${Math.max(1, (value / highest) * 100)}%` });
  return (
    <span className="rung-bar" aria-hidden="true">
      <i className="ghost" style={widthOf(bid)} />
      <i style={widthOf(score)} />
    </span>
  );
}
