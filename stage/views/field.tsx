import { useId, useState } from "react";
import type { JsonSchema } from "../port.js";
import { type Fields, kindOf, partOf, setAt } from "../state/form.js";
import { json, type Notation, names, numbers } from "../state/notation.js";
import type { Path } from "../state/problems.js";
import { useWords, type Words } from "../words/words.js";
import { Fold } from "./form/fold.js";
import { modelList } from "./form/models.js";
import { useProblem } from "./form/problems.js";
import { Button } from "./parts.js";

interface FieldProps {
  /** The keys that lead to the setting, such as `selection` and `rule`. */
  readonly path: Path;
  readonly schema: JsonSchema;
  readonly value: unknown;
  /** Called with `undefined` if the setting returns to its default. */
  readonly onChange: (value: unknown) => void;
}

function placeholderOf({ default: fallback }: JsonSchema, { begin }: Words): string {
  if (fallback === undefined || fallback === "" || typeof fallback === "object") return begin.unset;
  const shown = typeof fallback === "boolean" ? (fallback ? begin.yes : begin.no) : json.write(fallback);
  // Long defaults are English prompts, which are not shown, because conversations in other languages use other prompts.
  return shown.length > 60 ? begin.unset : begin.defaultIs(shown);
}

export function Field(props: FieldProps) {
  const { path } = props;
  const words = useWords();
  const [title = props.schema.title ?? String(path.at(-1)), description = props.schema.description] =
    words.setting(path.filter((key) => typeof key === "string")) ?? [];
  const schema = { ...props.schema, ...(description === undefined ? {} : { description }) };
  const kind = kindOf(schema);
  if (kind === "group") return <Group {...props} schema={schema} title={title} />;
  if (kind === "list") return <List {...props} schema={schema} title={title} />;
  return <Plain {...props} schema={schema} title={title} />;
}

type TitledProps = FieldProps & { readonly title: string };

function Plain({ title, ...props }: TitledProps) {
  const id = useId();
  const { description } = props.schema;
  const problem = useProblem(props.path, description && `${id}-help`);
  return (
    <div className="field" data-kind={kindOf(props.schema)}>
      <label htmlFor={id}>{title}</label>
      {problem.message}
      <Control {...props} shared={{ id, ...problem.control }} />
      {description && (
        <p className="field-help" id={`${id}-help`}>
          {description}
        </p>
      )}
    </div>
  );
}

type SharedAttributes = { readonly id: string } & ReturnType<typeof useProblem>["control"];

const isModel = (path: Path) => /^(?:bidM|m)odel$/.test(String(path.at(-1)));

function Control({ path, schema, value, onChange, shared }: FieldProps & { readonly shared: SharedAttributes }) {
  const words = useWords();
  const placeholder = placeholderOf(schema, words);
  const free = { ...shared, value, placeholder, onChange };
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
      return <Free {...free} notation={numbers} inputMode={schema.type === "integer" ? "numeric" : "decimal"} />;
    case "line":
    case "text": {
      const typed = {
        ...shared,
        maxLength: schema.maxLength,
        placeholder,
        value: typeof value === "string" ? value : "",
        onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value || undefined),
      };
      if (kind === "text") return <textarea {...typed} rows={3} />;
      return <input {...typed} {...(isModel(path) && { list: modelList, spellCheck: false })} />;
    }
    case "names":
      return <Free {...free} notation={names} />;
    default:
      return <Free {...free} notation={json} rows={2} spellCheck="false" />;
  }
}

interface FreeProps extends Pick<FieldProps, "value" | "onChange"> {
  readonly notation: Notation;
  readonly placeholder: string;
  /** Default: a field with a single line. */
  readonly rows?: number;
  readonly inputMode?: "numeric" | "decimal";
  readonly spellCheck?: "false";
}

/** Keeps the text as typed, so that 1 does not replace “1.0”. */
function Free({ notation, value, onChange, rows, ...shared }: FreeProps) {
  const [text, setText] = useState("");
  const isTyped = JSON.stringify(notation.read(text)) === JSON.stringify(value);
  const attributes = {
    ...shared,
    value: isTyped ? text : notation.write(value),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setText(target.value);
      onChange(notation.read(target.value));
    },
  };
  return rows === undefined ? <input {...attributes} /> : <textarea {...attributes} rows={rows} />;
}

interface FieldsProps extends Pick<FieldProps, "path" | "schema"> {
  readonly fields: Fields;
  readonly onChange: (fields: Fields) => void;
}

const FieldsOf = ({ path, schema, fields, onChange }: FieldsProps) =>
  Object.entries(schema.properties ?? {}).map(([name, each]) => (
    <Field
      key={name}
      path={[...path, name]}
      schema={each}
      value={fields[name]}
      onChange={(changed) => onChange(setAt(fields, [name], changed))}
    />
  ));

function Group({ path, schema, value, onChange, title }: TitledProps) {
  const fields = (value ?? {}) as Fields;
  const { message } = useProblem(path);
  return (
    <Fold title={title} count={Object.keys(fields).length}>
      {schema.description && <p className="field-help">{schema.description}</p>}
      {message}
      <FieldsOf
        path={path}
        schema={schema}
        fields={fields}
        onChange={(changed) => onChange(Object.keys(changed).length === 0 ? undefined : changed)}
      />
    </Fold>
  );
}

function List({ path, schema, value, onChange, title }: TitledProps) {
  const { begin } = useWords();
  const items = (Array.isArray(value) ? value : []) as readonly Fields[];
  const { message } = useProblem(path);
  return (
    <Fold title={title} count={items.length}>
      {schema.description && <p className="field-help">{schema.description}</p>}
      {message}
      {items.map((item, index) => (
        <Item
          key={index}
          path={[...path, index]}
          title={`${title} ${index + 1}`}
          schema={partOf(schema.items ?? {})}
          value={item}
          onChange={(changed) => onChange(items.with(index, changed as Fields))}
          onRemove={() => onChange(items.length === 1 ? undefined : items.filter((_, other) => other !== index))}
        />
      ))}
      <Button icon="add" onClick={() => onChange([...items, {}])}>
        {begin.add}
      </Button>
    </Fold>
  );
}

function Item({ path, schema, value, onChange, title, onRemove }: TitledProps & { readonly onRemove: () => void }) {
  const { begin } = useWords();
  const { message } = useProblem(path);
  return (
    <fieldset className="field-item">
      <legend>{title}</legend>
      {message}
      <FieldsOf path={path} schema={schema} fields={value as Fields} onChange={onChange} />
      <Button onClick={onRemove}>{begin.removeItem}</Button>
    </fieldset>
  );
}
