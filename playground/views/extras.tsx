/** What the playground adds to the stage: the choice of the model, the editor, and links that contain a scenario. */
import { api } from "../../stage/net/api.js";
import type { Snapshot } from "../../stage/port.js";
import { readPlace } from "../../stage/state/place.js";
import { useCopy } from "../../stage/views/copy.js";
import type { Extras } from "../../stage/views/extras.js";
import { Button } from "../../stage/views/parts.js";
import { addressOf, goTo, wordsIn } from "../../stage/views/use-route.js";
import { useWords } from "../../stage/words/words.js";
import { scenarioOf } from "../state/scenario-of.js";
import { pack } from "../state/share.js";
import { usePlaygroundWords } from "../words.js";
import { ModelChoice } from "./endpoint.js";

function Introduction() {
  const words = usePlaygroundWords();
  return (
    <section className="playground-about">
      <p>{words.what}</p>
      <ModelChoice />
      <p>
        <a href={addressOf("write")}>{words.write}</a>
      </p>
    </section>
  );
}

function Edit({ yaml }: { readonly yaml: string }) {
  const words = usePlaygroundWords();
  return (
    <Button className="quiet" onClick={async () => goTo("shared", await pack({ yaml }))}>
      {words.edit}
    </Button>
  );
}

/** Offers links to the conversation's scenario and, if the page shows a past turn, to this turn. */
function Share({ snapshot }: { readonly snapshot: Snapshot }) {
  const words = usePlaygroundWords();
  const { shell } = useWords();
  const [, copyText] = useCopy();
  const { turn } = readPlace(wordsIn(location.hash).slice(2));
  const copyLink = async (place: { readonly turn?: number }) => {
    const yaml = scenarioOf(snapshot, await api.modes());
    copyText(new URL(addressOf("shared", await pack({ yaml, ...place })), location.href).href);
  };
  const share = (place: { readonly turn?: number }) => {
    // The click closes the menu, which therefore cannot show the failure.
    copyLink(place).catch((error: Error) => alert(shell.failed(error.message)));
  };
  return (
    <section className="share-scenario">
      <Button className="quiet" icon="link" onClick={() => share({})}>
        {words.shareScenario}
      </Button>
      {turn !== null && (
        <Button className="quiet" icon="link" onClick={() => share({ turn })}>
          {words.shareTurn(turn)}
        </Button>
      )}
      <p className="menu-caption soft">{words.shareHelp}</p>
    </section>
  );
}

export const extras: Extras = {
  home: <Introduction />,
  aboutYaml: (yaml) => <Edit yaml={yaml} />,
  sharing: (snapshot) => <Share snapshot={snapshot} />,
  canInvite: false,
};
