import type { JsonSchema } from "../port.js";
import { type Fields, setAt } from "../state/form.js";
import { useWords } from "../words/words.js";
import { Field } from "./field.js";
import { Fold } from "./form/fold.js";
import { useProblem } from "./form/problems.js";
import { Button, Face, Icon } from "./parts.js";

interface CastFormProps {
  readonly schema: JsonSchema;
  readonly cast: readonly Fields[];
  readonly onChange: (cast: readonly Fields[]) => void;
}

const shown = ["name", "role", "description", "human"];

export function CastForm({ schema, cast, onChange }: CastFormProps) {
  const { begin } = useWords();
  const { message } = useProblem(["participants"]);
  return (
    <fieldset className="cast">
      <legend>{begin.cast}</legend>
      {message}
      <ol>
        {cast.map((person, index) => (
          <Member
            key={index}
            seat={index}
            schema={schema}
            person={person}
            canLeave={cast.length > 2}
            onChange={(changed) => onChange(cast.with(index, changed))}
            onLeave={() => onChange(cast.filter((_, other) => other !== index))}
          />
        ))}
      </ol>
      <Button icon="add" onClick={() => onChange([...cast, { name: "" }])}>
        {begin.addSeat}
      </Button>
    </fieldset>
  );
}

interface MemberProps {
  readonly seat: number;
  readonly schema: JsonSchema;
  readonly person: Fields;
  readonly canLeave: boolean;
  readonly onChange: (person: Fields) => void;
  readonly onLeave: () => void;
}

function Member({ seat, schema, person, canLeave, onChange, onLeave }: MemberProps) {
  const { begin } = useWords();
  const path = ["participants", seat];
  const { message } = useProblem(path);
  const name = useProblem([...path, "name"]);
  const role = useProblem([...path, "role"]);
  const description = useProblem([...path, "description"]);
  const text = (key: string) => String(person[key] ?? "");
  const set = (key: string, value: unknown) => onChange(setAt(person, [key], value));
  const others = Object.entries(schema.properties ?? {}).filter(([key]) => !shown.includes(key));
  return (
    <li className="member">
      <Face name={text("name") || "?"} seat={seat} size="small" />
      <fieldset className="member-fields" aria-label={text("name") || `${begin.seatName} ${seat + 1}`}>
        {message}
        <input
          {...name.control}
          className="member-name"
          aria-label={`${begin.seatName} ${seat + 1}`}
          placeholder={begin.seatName}
          maxLength={60}
          value={text("name")}
          onChange={({ target }) => onChange({ ...person, name: target.value })}
        />
        <label className="member-person" data-chosen={person["human"] === true || undefined}>
          <input
            type="checkbox"
            checked={person["human"] === true}
            onChange={({ target }) => set("human", target.checked || undefined)}
          />
          <Icon name="person" />
          {begin.human}
        </label>
        {name.message}
        <input
          {...role.control}
          aria-label={`${begin.seatRole} ${seat + 1}`}
          placeholder={begin.seatRole}
          maxLength={200}
          value={text("role")}
          onChange={({ target }) => set("role", target.value || undefined)}
        />
        {role.message}
        <textarea
          {...description.control}
          aria-label={`${begin.seatDescription} ${seat + 1}`}
          placeholder={begin.seatDescription}
          rows={2}
          maxLength={4000}
          value={text("description")}
          onChange={({ target }) => set("description", target.value || undefined)}
        />
        {description.message}
        <Fold title={begin.more} count={others.filter(([key]) => person[key] !== undefined).length}>
          {others.map(([key, each]) => (
            <Field
              key={key}
              path={[...path, key]}
              schema={each}
              value={person[key]}
              onChange={(value) => set(key, value)}
            />
          ))}
        </Fold>
      </fieldset>
      <Button
        icon="close"
        label={begin.removeSeat(text("name") || String(seat + 1))}
        disabled={!canLeave}
        onClick={onLeave}
      />
    </li>
  );
}
