import { useEffect, useState } from "react";
import type { RequestError } from "../../src/apps/react/request-error.js";
import { api, type ModeInfo } from "../net/api.js";
import { forkRequest, rulesIn } from "../state/branch.js";
import { useWords } from "../words/words.js";
import { OtherModel } from "./form/models.js";
import { Button } from "./parts.js";
import { Problem } from "./shell.js";
import { useFork } from "./use-fork.js";

interface BranchFormProps {
  readonly thread: string;
  readonly turn: number;
  readonly mode: string;
  readonly selection: unknown;
}

export function BranchForm({ thread, turn, mode, selection }: BranchFormProps) {
  const { time, why, modes } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [known, setKnown] = useState<readonly ModeInfo[]>([]);
  const [wish, setWish] = useState({ seed: "", model: "", rule: "", mode: "" });
  const [problem, setProblem] = useState<RequestError | null>(null);
  const { fork, isSent, problem: refusal } = useFork(thread);
  useEffect(() => {
    if (isOpen) void api.modes().then(setKnown, setProblem);
  }, [isOpen]);
  if (!isOpen)
    return (
      <p className="branch-begin">
        <Button icon="branch" onClick={() => setOpen(true)}>
          {why.branch}
        </Button>
      </p>
    );
  const set = (field: keyof typeof wish) => (event: { readonly target: { readonly value: string } }) =>
    setWish({ ...wish, [field]: event.target.value });
  const rules = rulesIn(known.find(({ name }) => name === (wish.mode || mode)));
  // If a person chooses a rule and then another mode, that mode may lack the rule.
  const rule = rules.includes(wish.rule) ? wish.rule : "";
  return (
    <form
      className="branch"
      onSubmit={(event) => {
        event.preventDefault();
        void fork(forkRequest(turn, { ...wish, rule }, selection));
      }}
    >
      <h3>{time.branchFrom(turn)}</h3>
      <p className="soft">{time.help}</p>
      <Problem of={refusal ?? problem} />
      <label>
        <span>{time.seed}</span>
        <input inputMode="numeric" pattern="[0-9]*" placeholder={time.same} value={wish.seed} onChange={set("seed")} />
      </label>
      <OtherModel placeholder={time.same} value={wish.model} onChange={set("model")} />
      <label>
        <span>{time.mode}</span>
        <select value={wish.mode} onChange={set("mode")}>
          <option value="">{time.same}</option>
          {known
            .filter(({ name }) => name !== mode)
            .map(({ name }) => (
              <option key={name} value={name}>
                {modes[name]?.name ?? name}
              </option>
            ))}
        </select>
      </label>
      {rules.length > 0 && (
        <label>
          <span>{time.rule}</span>
          <select value={rule} onChange={set("rule")}>
            <option value="">{time.same}</option>
            {rules.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      )}
      <Button type="submit" icon="branch" className="main-act" disabled={isSent}>
        {time.start}
      </Button>
    </form>
  );
}
