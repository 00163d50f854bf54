import { useState } from "react";
import type { RequestError } from "../../../src/apps/react/request-error.js";
import { api, type ModeInfo } from "../../net/api.js";
import type { Estimate } from "../../port.js";
import { type Fields, splitFields } from "../../state/form.js";
import { useWords } from "../../words/words.js";
import { Button } from "../parts.js";
import { Problem } from "../shell.js";
import { UsageTable } from "../usage-table.js";

interface EstimateCostProps {
  readonly mode: ModeInfo;
  readonly fields: Fields;
}

interface Answer {
  readonly fields: Fields;
  readonly estimate?: Estimate;
  readonly error?: RequestError;
}

export function EstimateCost({ mode, fields }: EstimateCostProps) {
  const { estimate: words } = useWords();
  const [answer, setAnswer] = useState<Answer | null>(null);
  // An estimate for earlier values of the fields would mislead.
  const current = answer?.fields === fields ? answer : null;
  const isWorking = current !== null && !current.estimate && !current.error;
  const request = async () => {
    setAnswer({ fields });
    const found = await api.estimate({ mode: mode.name, ...splitFields(fields, mode.context) }).then(
      (estimate) => ({ estimate }),
      (error: RequestError) => ({ error }),
    );
    setAnswer((latest) => (latest?.fields === fields ? { fields, ...found } : latest));
  };
  return (
    <div className="estimate" aria-live="polite">
      <Button className="quiet" disabled={isWorking} onClick={() => void request()}>
        {isWorking ? words.working : words.action}
      </Button>
      {current?.error && <Problem of={current.error} />}
      {current?.estimate && <EstimateTable of={current.estimate} />}
    </div>
  );
}

function EstimateTable({
  of: { rows, purposes, totals, turns, prices, unpriced, limits, assumptions },
}: {
  readonly of: Estimate;
}) {
  const { estimate: words, account, colon, priced } = useWords();
  const figuresOf = (purpose?: string) => {
    const { calls, inputTokens, outputTokens } = purposes.find((each) => each.purpose === purpose) ?? totals;
    return [words.range(calls), words.range(inputTokens), words.range(outputTokens)] as const;
  };
  const isFree = rows.some(({ model }) => model === "rehearsal");
  return (
    <section className="account">
      <h2>{words.title}</h2>
      <UsageTable title={words.title} purposes={purposes.map(({ purpose }) => purpose)} figuresOf={figuresOf} />
      <p>
        {account.money}
        {colon}
        {words.money(totals.money)} · {words.turns}
        {colon}
        {words.range(turns)}
      </p>
      {limits.map((limit) => (
        <p key={limit.kind}>{words.limit(limit)}</p>
      ))}
      {unpriced.map((model) => (
        <p key={model}>{words.unpriced(model)}</p>
      ))}
      {Object.entries(prices).map(([model, price]) => (
        <p className="soft" key={model}>
          {priced(model, price)}
        </p>
      ))}
      {isFree && <p className="soft">{words.free}</p>}
      <details>
        <summary>{words.assumed}</summary>
        <ul>
          {assumptions.map((assumption) => (
            <li key={assumption}>{words.assumptions[assumption]}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}
