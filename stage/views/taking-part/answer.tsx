/**
 * A form in which a person gives the line, decision or approval that the conversation is waiting for. It stays as long
 * as it contains unsent text, even if the answer came from elsewhere.
 */
import { type ReactNode, useState } from "react";
import { useTypingSignal } from "../../net/use-typing.js";
import type { WaitingPerson } from "../../port.js";
import { type ConversationRecord, lastLineOf } from "../../state/record.js";
import { useWords } from "../../words/words.js";
import { Button, Face } from "../parts.js";
import { useDraft, withoutSent } from "../use-draft.js";

/** An empty text means that the person passes. */
type Line = { readonly text: string } | { readonly rewrite: string };

interface AnswerProps {
  readonly thread: string;
  readonly name: string;
  readonly seat: number;
  readonly record: ConversationRecord;
  /** What the conversation is waiting for; undefined if it is not waiting for this participant. */
  readonly question: WaitingPerson | undefined;
  readonly answer: (question: WaitingPerson, line: Line) => Promise<boolean>;
  readonly remark: (text: string) => Promise<boolean>;
  readonly invite: ReactNode;
}

interface Unsent {
  readonly text: string;
  /** The turn for which the person began to write. */
  readonly turn: number;
  readonly answered: number;
}

export function Answer({ thread, name, seat, record, question, answer, remark, invite }: AnswerProps) {
  const { takePart } = useWords();
  const [unsent, setUnsent] = useDraft<Unsent>(`answer.${thread}.${name}`);
  const [isBusy, setBusy] = useState(false);
  /** The question that was answered here. It may stay open until the conversation has read the answer. */
  const [answered, setAnswered] = useState("");
  const signal = useTypingSignal(thread, name);
  const { turn = 0, draft = "", deadline, work, purpose } = question?.value ?? {};
  const text = unsent?.text ?? draft;
  const asked = question ? `${question.id} ${work?.answered ?? ""}` : "";
  const isSent = isBusy || (question !== undefined && asked === answered);
  if (!question && (unsent === null || isBusy)) return null;
  const said = unsent && lastLineOf(record, name, unsent.turn);
  const hasOtherDraft = unsent && draft !== "" && work && (unsent.turn !== turn || unsent.answered !== work.answered);
  const type = (typed: string) => {
    signal();
    const begun = unsent ?? { turn, answered: work?.answered ?? 0 };
    setUnsent(typed === draft ? null : { ...begun, text: typed });
  };
  const send = async (sending: Promise<boolean>, sent: string) => {
    setBusy(true);
    const isDone = await sending;
    if (isDone) {
      setAnswered(asked);
      setUnsent((before) => {
        const rest = withoutSent(before?.text ?? null, sent);
        return before && rest !== null ? { ...before, text: rest } : null;
      });
    }
    setBusy(false);
    return isDone;
  };
  const speak = () => {
    if (question && text.trim() !== "" && !isSent) void send(answer(question, { text }), text);
  };
  return (
    <form
      className="answer"
      onSubmit={(event) => {
        event.preventDefault();
        speak();
      }}
    >
      <p className="answer-question">
        <Face name={name} seat={seat} size="tiny" /> <bdi>{question ? questionOf(question, takePart) : name}</bdi>
        {deadline && <span className="soft">{takePart.answerBy(new Date(deadline))}</span>}
        {invite}
      </p>
      {said && <bdi className="answer-beside">{takePart.elsewhere(name, said)}</bdi>}
      {hasOtherDraft && <bdi className="answer-beside">{takePart.otherDraft(draft)}</bdi>}
      <textarea
        rows={3}
        maxLength={20_000}
        value={text}
        aria-label={takePart.line(name)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) speak();
        }}
      />
      {question ? (
        <>
          {draft !== "" && (
            <Rewrite
              name={`rewrite.${thread}.${name}`}
              isSent={isSent}
              ask={(rewrite) => send(answer(question, { rewrite }), "")}
            />
          )}
          <div className="answer-acts">
            {purpose !== "decide" && draft === "" && (
              <Button disabled={isSent} onClick={() => void send(answer(question, { text: "" }), "")}>
                {takePart.pass}
              </Button>
            )}
            <Button type="submit" className="main-act" disabled={isSent || text.trim() === ""}>
              {draft === "" ? takePart.answer : text === draft ? takePart.approveYes : takePart.approveEdit}
            </Button>
          </div>
        </>
      ) : (
        <div className="answer-acts">
          <Button onClick={() => setUnsent(null)}>{takePart.discard}</Button>
          <Button className="main-act" disabled={isSent} onClick={() => void send(remark(text), text)}>
            {takePart.asRemark}
          </Button>
        </div>
      )}
    </form>
  );
}

export function questionOf({ value }: WaitingPerson, takePart: ReturnType<typeof useWords>["takePart"]): string {
  const { participant, purpose, task, draft = "" } = value;
  if (draft !== "") return takePart.approve(participant);
  if (purpose === "decide") return takePart.yourDecision(participant);
  return purpose === "execute" ? takePart.yourTask(participant, task ?? "") : takePart.yourTurn(participant);
}

interface RewriteProps {
  readonly name: string;
  readonly isSent: boolean;
  readonly ask: (instruction: string) => Promise<boolean>;
}

function Rewrite({ name, isSent, ask }: RewriteProps) {
  const { takePart } = useWords();
  const [change, setChange] = useDraft<string>(name);
  return (
    <div className="answer-acts">
      <input
        value={change ?? ""}
        maxLength={4000}
        aria-label={takePart.approveChange}
        placeholder={takePart.approveChange}
        onChange={(event) => setChange(event.target.value || null)}
      />
      <Button
        disabled={isSent}
        onClick={() => {
          const instruction = change ?? "";
          void ask(instruction).then((isDone) => isDone && setChange((before) => withoutSent(before, instruction)));
        }}
      >
        {takePart.approveRewrite}
      </Button>
    </div>
  );
}
