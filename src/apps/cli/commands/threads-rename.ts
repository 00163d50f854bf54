import { exitStatus } from "../io.js";
import type { Action } from "../options.js";
import { withPlace } from "../preparing/place.js";
import { safeLine } from "../terminal/text.js";

export const threadsRename: Action = async ([word = "", given = ""], { options, io, texts }) =>
  withPlace({ options, io, texts }, async (place) => {
    const thread = await place.existing(word);
    const title = given.trim() || null;
    await place.conversations.rename(thread, title);
    io.stdout.write(
      options.json
        ? `${JSON.stringify({ thread, title })}\n`
        : `${texts.threads.renamed(safeLine(thread), safeLine(title ?? ""))}\n`,
    );
    return exitStatus.done;
  });
