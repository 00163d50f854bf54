/** Shows the recording in the HTML file or, if there is none, the server's conversations. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./style/all.css";
import { readJson } from "./net/read-json.js";
import type { ConversationDocument } from "./port.js";
import { App } from "./views/app.js";
import { Begin } from "./views/begin.js";
import { Compare } from "./views/compare.js";
import { Live } from "./views/live.js";
import { Replay } from "./views/replay.js";
import { Shell } from "./views/shell.js";

const recording = document.getElementById("recording")?.textContent;
const page = document.getElementById("page");
if (page)
  createRoot(page).render(
    <StrictMode>
      <Shell>
        {recording ? (
          <Replay document={readJson(recording) as ConversationDocument} />
        ) : (
          <App Begin={Begin} Live={Live} Compare={Compare} />
        )}
      </Shell>
    </StrictMode>,
  );
