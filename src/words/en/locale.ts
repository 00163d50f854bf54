import type { Grammar } from "../grammar.js";
import { type CommandLineWords, english as commandLine } from "./command-line.js";
import { countWords, segmenter } from "./count-words.js";
import type { ErrorWords } from "./error-words.js";
import { english as errors } from "./errors.js";
import { refusalPage } from "./errors-input.js";
import { type EstimateWords, estimate } from "./estimate.js";
import { grammar } from "./grammar.js";
import type { PromptCatalog } from "./prompts.js";
import { prompts } from "./prompts.js";
import { setting } from "./settings.js";
import type { TranscriptWords } from "./transcript.js";
import { transcript } from "./transcript.js";

export const english = {
  errors: errors as ErrorWords,
  refusalPage,
  prompts: prompts as PromptCatalog,
  transcript: transcript as TranscriptWords,
  estimate: estimate as EstimateWords,
  commandLine: commandLine as CommandLineWords,
  /** A setting's title and description, by its path. The English texts are in the schemas. */
  setting,
  grammar: grammar as Grammar,
  /**
   * The example conversation. Forms show its topic and cast at first, and scenarios and commands use them if they have
   * none of their own.
   */
  example: {
    topic: "Should our harbour town bring back the night train?",
    participants: [
      {
        name: "Mara Lindqvist",
        role: "retired train driver",
        description:
          "Drove the last night train for nineteen years and supports the idea. Dry, exact, fond of timetables, impatient with people who never missed a connection.",
      },
      {
        name: "Tobias Oyelaran",
        role: "hotel owner",
        description:
          "Runs the twelve rooms above the quay and opposes the idea: there is always a bill, and it always comes to the wrong table. Charming, quick with a sum on a napkin.",
      },
      {
        name: "Ines Kowalczyk",
        role: "nurse on the night shift",
        description:
          "Comes home when others get up. Not yet convinced either way; asks who is awake at three in the morning and who pays for it.",
      },
    ],
    chairs: [
      {
        name: "Bartholomew Quist",
        role: "town clerk",
        description:
          "Takes the minutes in green ink and has no opinion of his own before five o'clock. Hears what was meant as well as what was said, and writes down only the second.",
      },
      {
        name: "Solveig Adeyemi",
        role: "mayor",
        description:
          "Undecided, and has to decide. Wants an answer that she can defend at the fish market on Saturday. Short sentences, long memory.",
      },
    ],
  },
  /** Empty in English, because the modes' own descriptions are in English. */
  modes: {} as Readonly<Record<string, string>>,
  /** The name of a listener who interjects without giving a name. */
  listener: "User",
  /** A listener's name cannot consist of only these words. */
  officials: new Set([
    ...["The", "Official", "Host", "Mod", "Chair", "Director", "Supervisor", "Facilitator", "Organizer", "Admin"],
    ...["Administrator", "Staff", "Support", "Developer", "AI", "Model", "Agent", "Bot", "Robot", "Chatbot", "Rostrum"],
  ]),
  /** Shown if the rehearsal speaks instead of a language model. */
  rehearsalNotice:
    "This is a rehearsal: its lines come from built-in texts, and no language model is used for them. To use a model, set OPENAI_API_KEY, OPENAI_BASE_URL for a local server, or ROSTRUM_MODEL for another model. If your program, scenario or command names “rehearsal” as the model, remove that name.",
  get segmenter() {
    return segmenter();
  },
  /** Words so common that comparisons for repetition ignore them. */
  commonWords: new Set(
    "a about all also am an and any are as at be been but by can could did do does for from had has have he her here him his how i if in into is it its just let me more most my no not now of on one or our out so some than that the their them then there these they this those to too up us very was we were what when where which who why will with would yes you your".split(
      " ",
    ),
  ),
  /** Counts words; in Chinese, counts characters, punctuation marks, and foreign words or numbers. */
  countWords,
  join: (sentences: readonly string[]) => sentences.join(" "),
};

/** The texts and the grammar of one language. The texts of the page and of the rehearsal are kept separately. */
export interface Locale extends Readonly<typeof english> {}

export type ExampleMember = Locale["example"]["participants"][number];
