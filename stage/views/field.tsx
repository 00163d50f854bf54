/** A form field for a setting of any kind. A field for a group of settings contains a field for each of them. */
import { useId, useState } from "react";
import type { JsonSchema } from "../net/api.js";
import { type Fields, kindOf, partOf, setAt } from "../state/form.js";
import { useWords, type Words } from "../words/words.js";
import { Button } from "./parts.js";

interface FieldProps {
  /** The names that lead to the setting, such as `selection` and `rule`. */
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  readonly value: unknown;
  /** Called with `undefined` if the setting returns to its default. */
  readonly onChange: (value: unknown) => void;
}

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function placeholderOf({ default: fallback }: JsonSchema, { begin }: Words): string {
  if (fallback === undefined || fallback === "" || typeof fallback === "object") return begin.unset;
  const shown = typeof fallback === "boolean" ? (fallback ? begin.yes : begin.no) : asText(fallback);
  // Long defaults are English prompts. A conversation in another language uses other prompts, so they are not shown.
  return shown.length > 60 ? begin.unset : begin.defaultIs(shown);
}

export function Field(props: FieldProps) {
  const { path } = props;
  const words = useWords();
  const id = useId();
  const [title = props.schema.title ?? path.at(-1) ?? "", description = props.schema.description] =
    words.setting(path) ?? [];
  const schema = { ...props.schema, ...(description === undefined ? {} : { description }) };
  const kind = kindOf(schema);
  if (kind === "group") return <Group {...props} schema={schema} title={title} />;
  if (kind === "list") return <List {...props} schema={schema} title={title} />;
  return (
    <div className="field" data-kind={kind}>
      <label htmlFor={id}>{title}</label>
      <Control {...props} id={id} />
      {schema.description && (
        <p className="field-help" id={`${id}-help`}>
          {schema.description}
        </p>
      )}
    </div>
  );
}

function Control({ id, schema, value, onChange }: FieldProps & { readonly id: string }) {
  const words = useWords();
  const placeholder = placeholderOf(schema, words);
  const shared = { id, ...(schema.description ? { "aria-describedby": `${id}-help` } : {}) };
  const kind = kindOf(schema);
  switch (kind) {
    case "choice":
    case "yes-no": {
      const options = schema.enum ?? [true, false];
      return (
        <select
          {...shared}
          value={value === undefined ? "" : String(value)}
          onChange={({ target }) => onChange(options.find((each) => String(each) === target.value))}
        >
          <option value="">{placeholder}</option>
          {options.map((each) => (
            <option key={String(each)} value={String(each)}>
              {typeof each === "boolean" ? words.begin[each ? "yes" : "no"] : String(each)}
            </option>
          ))}
        </select>
      );
    }
    case "number":
      return (
        <NumberInput
          {...shared}
          step={schema.type === "integer" ? 1 : "any"}
          min={schema.minimum}
          max={schema.maximum}
          value={value}
          placeholder={placeholder}
          onChange={onChange}
        />
      );
    case "line":
    case "text": {
      const typed = {
        ...shared,
        maxLength: schema.maxLength,
        placeholder,
        value: typeof value === "string" ? value : "",
        onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value || undefined),
      };
      return kind === "text" ? <textarea {...typed} rows={3} /> : <input {...typed} />;
    }
    case "names":
      return <Names {...shared} value={value} placeholder={placeholder} onChange={onChange} />;
    default:
      return <Json {...shared} value={value} placeholder={placeholder} onChange={onChange} />;
  }
}

interface FreeProps extends Pick<FieldProps, "value" | "onChange"> {
  readonly id: string;
  readonly placeholder: string;
}

interface NumberProps extends FreeProps {
  readonly step: number | "any";
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** A field for a number. Keeps the text as typed: while a person types 1.05, the number 1 must not replace “1.0”. */
function NumberInput({ value, onChange, ...shared }: NumberProps) {
  const [text, setText] = useState("");
  const read = ({ value: given, valueAsNumber }: HTMLInputElement) => {
    setText(given);
    onChange(given === "" ? undefined : valueAsNumber);
  };
  const shown = typeof value === "number" ? String(value) : "";
  return (
    <input
      {...shared}
      type="number"
      value={Number.parseFloat(text) === value ? text : shown}
      onChange={({ target }) => read(target)}
    />
  );
}

/** A field for names or other short texts, separated by commas. */
function Names({ value, onChange, ...shared }: FreeProps) {
  const [text, setText] = useState(() => (Array.isArray(value) ? value.join(", ") : ""));
  const read = (given: string) => {
    setText(given);
    const names = given.split(/[,，、\n]/).flatMap((name) => name.trim() || []);
    onChange(names.length === 0 ? undefined : names);
  };
  return <input {...shared} value={text} onChange={({ target }) => read(target.value)} />;
}

/** A field for any other value, as JSON. Invalid JSON does not change the value. */
function Json({ value, onChange, ...shared }: FreeProps) {
  const [text, setText] = useState(() => (value === undefined ? "" : JSON.stringify(value)));
  const [isRead, setRead] = useState(true);
  const read = (given: string) => {
    setText(given);
    try {
      onChange(given.trim() === "" ? undefined : JSON.parse(given));
      setRead(true);
    } catch {
      setRead(false);
    }
  };
  return (
    <textarea
      {...shared}
      rows={2}
      spellCheck="false"
      aria-invalid={!isRead}
      value={text}
      onChange={({ target }) => read(target.value)}
    />
  );
}

type TitledProps = FieldProps & { readonly title: string };

function Group({ path, schema, value, onChange, title }: TitledProps) {
  const fields = (value ?? {}) as Fields;
  return (
    <details className="field-group" open={Object.keys(fields).length > 0 || undefined}>
      <summary>{title}</summary>
      {schema.description && <p className="field-help">{schema.description}</p>}
      {Object.entries(schema.properties ?? {}).map(([name, each]) => (
        <Field
          key={name}
          path={[...path, name]}
          schema={each}
          value={fields[name]}
          onChange={(changed) => {
            const all = setAt(fields, [name], changed);
            onChange(Object.keys(all).length === 0 ? undefined : all);
          }}
        />
      ))}
    </details>
  );
}

function List({ path, schema, value, onChange, title }: TitledProps) {
  const { begin } = useWords();
  const items = (Array.isArray(value) ? value : []) as readonly Fields[];
  const part = partOf(schema.items ?? {});
  return (
    <details className="field-group" open={items.length > 0 || undefined}>
      <summary>{title}</summary>
      {schema.description && <p className="field-help">{schema.description}</p>}
      {items.map((item, index) => (
        <fieldset key={index} className="field-item">
          <legend>
            {title} {index + 1}
          </legend>
          {Object.entries(part.properties ?? {}).map(([name, each]) => (
            <Field
              key={name}
              path={[...path, name]}
              schema={each}
              value={item[name]}
              onChange={(changed) => onChange(items.with(index, setAt(item, [name], changed)))}
            />
          ))}
          <Button
            onClick={() => onChange(items.length === 1 ? undefined : items.filter((_, other) => other !== index))}
          >
            {begin.removeItem}
          </Button>
        </fieldset>
      ))}
      <Button icon="add" onClick={() => onChange([...items, {}])}>
        {begin.add}
      </Button>
    </details>
  );
}
