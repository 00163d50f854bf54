import { useState } from "react";
import { Button } from "../../stage/views/parts.js";
import { recallEndpoint, rememberEndpoint } from "../state/endpoint.js";
import { usePlaygroundWords } from "../words.js";

/** Reloads the page, because the server in the page reads its model only when it starts. */
function chooseModel(endpoint: Parameters<typeof rememberEndpoint>[0]): void {
  rememberEndpoint(endpoint);
  location.reload();
}

export function ModelChoice() {
  const words = usePlaygroundWords();
  const [endpoint] = useState(recallEndpoint);
  return (
    <details className="own-model">
      <summary>
        {words.model}
        <bdi>{endpoint?.model ?? words.rehearsal}</bdi> <span className="change">{words.changeModel}</span>
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget);
          const textOf = (name: string) => String(given.get(name) ?? "").trim();
          chooseModel({ address: textOf("address"), model: textOf("model"), key: textOf("key") });
        }}
      >
        <label>
          {words.address}
          <input
            name="address"
            type="url"
            required={true}
            defaultValue={endpoint?.address ?? "https://api.openai.com/v1"}
            spellCheck={false}
          />
        </label>
        <label>
          {words.modelName}
          <input name="model" required={true} defaultValue={endpoint?.model ?? ""} spellCheck={false} />
        </label>
        <label>
          {words.key}
          <input name="key" type="password" autoComplete="off" defaultValue={endpoint?.key ?? ""} />
        </label>
        <p className="soft">{words.keyStays}</p>
        <div className="own-model-acts">
          <Button type="submit">{words.useModel}</Button>
          {endpoint && (
            <Button className="quiet" onClick={() => chooseModel(null)}>
              {words.useRehearsal}
            </Button>
          )}
        </div>
      </form>
    </details>
  );
}
