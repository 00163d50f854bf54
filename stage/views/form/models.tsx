import { type InputHTMLAttributes, useEffect, useId, useState } from "react";
import { api } from "../../net/api.js";
import type { Responses } from "../../port.js";
import { useWords } from "../../words/words.js";

type KnownModels = Responses["listModels"];

export const modelList = "known-models";

function useKnownModels(): KnownModels {
  const [known, setKnown] = useState<KnownModels>({ models: [], providers: [] });
  useEffect(() => {
    // Without suggestions, the fields still accept any name.
    void api.models().then(setKnown, () => {});
  }, []);
  return known;
}

function Suggestions({ id, known: { models, providers } }: { readonly id: string; readonly known: KnownModels }) {
  const { begin } = useWords();
  return (
    <datalist id={id}>
      {models.map((name) => (
        <option key={name} value={name} />
      ))}
      {providers.map((provider) => (
        <option key={provider} value={`${provider}:`}>
          {begin.anyModelOf(provider)}
        </option>
      ))}
    </datalist>
  );
}

export function ModelList() {
  const { begin } = useWords();
  const known = useKnownModels();
  return (
    <>
      <Suggestions id={modelList} known={known} />
      {known.providers.length > 0 && <p className="soft">{begin.providers(known.providers)}</p>}
    </>
  );
}

/** A field, with its own suggestions, for the model with which a conversation continues. */
export function OtherModel({ className, ...input }: InputHTMLAttributes<HTMLInputElement>) {
  const { time } = useWords();
  const id = useId();
  const known = useKnownModels();
  return (
    <>
      <label className={className}>
        <span>{time.model}</span>
        <input {...input} list={id} spellCheck={false} />
      </label>
      <Suggestions id={id} known={known} />
    </>
  );
}
