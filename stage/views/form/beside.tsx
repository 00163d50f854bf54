import { useContext, useState } from "react";
import type { ScenarioInfo } from "../../net/api.js";
import { commandFor } from "../../state/command.js";
import type { Fields } from "../../state/form.js";
import { toYaml } from "../../state/yaml.js";
import { useWords } from "../../words/words.js";
import { useCopy } from "../copy.js";
import { ExtrasContext } from "../extras.js";
import { Button, Choice } from "../parts.js";

interface BesideProps {
  readonly mode: string;
  readonly scenario: ScenarioInfo | null;
  readonly original: Fields;
  readonly fields: Fields;
}

export function Beside({ mode, scenario, original, fields }: BesideProps) {
  const { begin, shell, language } = useWords();
  const [form, setForm] = useState<"yaml" | "command">("yaml");
  const [isCopied, copyText] = useCopy();
  const extras = useContext(ExtrasContext);
  const yaml = toYaml({ mode, ...fields });
  // Without a scenario, `original` is the mode's example in the page's language, but the command uses the example in
  // the conversation's language. The two match if the languages do, or if the page is in English, because a run
  // translates the English example.
  const hasSameExample = scenario !== null || language === "en" || fields["language"] === language;
  const command = hasSameExample ? commandFor(scenario?.name ?? mode, original, fields) : null;
  const text = form === "yaml" ? yaml : `${command ?? "npx rostrum run talk.yaml"}\n`;
  return (
    <aside className="beside" aria-label={begin.beside}>
      <div className="beside-head">
        <Choice
          label={begin.beside}
          value={form}
          options={[
            ["yaml", begin.yaml],
            ["command", begin.command],
          ]}
          onChange={setForm}
        />
        {form === "yaml" && extras.aboutYaml?.(yaml)}
        <Button className="quiet" onClick={() => copyText(text)}>
          {isCopied ? shell.copied : shell.copy}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <pre tabIndex={0}>{text}</pre>
    </aside>
  );
}
