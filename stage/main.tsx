/** The page's entry point. Shows the recording in the HTML file or, if there is none, the server's conversations. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./style/base.css";
import "./style/stage.css";
import "./style/strip.css";
import "./style/panels.css";
import "./style/pages.css";
import "./style/forms.css";
import "./style/marked.css";
import "./style/cover.css";
import "./style/narrow.css";
import "./style/short.css";
import "./style/forced.css";
import { readJson } from "./net/read-json.js";
import type { ConversationDocument } from "./port.js";
import { App } from "./views/app.js";
import { Replay } from "./views/replay.js";
import { Shell } from "./views/shell.js";

const recording = document.getElementById("recording")?.textContent;
const page = document.getElementById("page");
if (page)
  createRoot(page).render(
    <StrictMode>
      <Shell>{recording ? <Replay document={readJson(recording) as ConversationDocument} /> : <App />}</Shell>
    </StrictMode>,
  );
