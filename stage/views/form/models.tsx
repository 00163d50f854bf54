/** Suggests names of models in the fields for them, and says for which providers the server has a key. */
import { useEffect, useState } from "react";
import { api } from "../../net/api.js";
import type { Responses } from "../../port.js";
import { useWords } from "../../words/words.js";

/** The id of the list to which the fields refer. */
export const modelList = "known-models";

export function ModelList() {
  const { begin } = useWords();
  const [{ models, providers }, setKnown] = useState<Responses["listModels"]>({ models: [], providers: [] });
  useEffect(() => {
    // Without suggestions, the fields still take any name.
    void api.models().then(setKnown, () => {});
  }, []);
  return (
    <>
      <datalist id={modelList}>
        {models.map((name) => (
          <option key={name} value={name} />
        ))}
        {providers.map((provider) => (
          <option key={provider} value={`${provider}:`}>
            {begin.anyModelOf(provider)}
          </option>
        ))}
      </datalist>
      {providers.length > 0 && <p className="soft">{begin.providers(providers)}</p>}
    </>
  );
}
