/** The command line's texts for people who take part in a conversation. */
import type { ControlAction } from "../../records/control.js";
import { longestInterjection } from "../../records/interjection.js";

export const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;

export const takingPart = {
  hint: (people: readonly string[]) =>
    `Type a message at any time to join in${people.length === 1 ? ` as ${people[0]}` : ""}; ${people.length > 0 ? "/hand asks for the floor, and " : ""}/help lists the commands.`,
  handCommand: "/hand",
  /** The commands that steer a conversation. The English commands work in every language. */
  controlCommands: {
    next: "/next",
    mute: "/mute",
    unmute: "/unmute",
    add: "/add",
    remove: "/remove",
    pause: "/pause",
    step: "/step",
  } satisfies Record<ControlAction, string>,
  /** `speaker`: the person who has the floor. */
  help: (hasPeople: boolean, speaker?: string) =>
    [
      speaker === undefined
        ? "Type a message and press Enter: the participants hear it after the current turn."
        : `Type what ${speaker} says, and press Enter.`,
      ...(hasPeople && speaker === undefined
        ? ["/hand         asks for the floor", "/hand MESSAGE asks for the floor and says why"]
        : []),
      "/next NAME    gives NAME the next turn",
      "/mute NAME    stops NAME from speaking until /unmute NAME",
      "/add NAME     adds a participant; /add NAME, ROLE also sets the role",
      "/remove NAME  removes NAME from the conversation",
      "/pause        pauses before the next turn",
      "/step         takes one turn, then pauses again",
      "/help         shows this help",
      "Escape        discards what you are typing",
      "Ctrl-D        at an empty prompt, ends your input: people then pass and drafts are approved automatically",
      "Ctrl-C        stops the conversation",
    ].join("\n"),
  nothingSent: "nothing was sent; /help alone lists the commands",
  unknownCommand: (command: string) => `unknown command ${command}; /help lists the commands`,
  reply: (line: string, outcome: string) => `› ${line} (${outcome})`,
  heardNext: "will be heard before the next turn",
  obeyedNext: "takes effect before the next turn",
  needsName: "this command needs a name; nothing was sent",
  needsNothing: "this command takes no name; nothing was sent",
  pauseHelp: "Paused. Press Enter to continue, or type a message or a command; /step takes one turn.",
  rewriteCommand: "/rewrite",
  approvalHelp: (person: string) =>
    `Press Enter to approve what ${person} is going to say, type other words to replace it, or type /rewrite and what should change.`,
  handRaised: (person: string) => `${person} asks for the floor`,
  hasFloor: (person: string) => `${person} already has the floor; type what ${person} says`,
  noPeople: "the cast has no people who could ask for the floor; type a message instead",
  whoseHand: (people: readonly string[]) => `whose hand? Type /hand and a name: ${people.join(", ")}`,
  tooLong: `longer than ${longestInterjection} characters; nothing was sent`,
  unheard: (text: string) => `The conversation ended before it heard your message: ${text}`,
  heardNextRun: (text: string) => `The conversation will hear your message when it runs again: ${text}`,
  /** `isAll`: whether standard input has ended. If not, more lines may follow. */
  unusedLines: (number: number, isAll: boolean) =>
    `${isAll ? "" : "At least "}${count(number, "line")} of standard input ${number === 1 ? "was" : "were"} not used.`,
  answeredElsewhere: "Somebody else has already answered; your line was not used.",
  inputEnded: "Standard input has ended. From now on, people pass and drafts are approved automatically.",
  decisionMissing: (person: string) => `standard input ended before ${person} made the final decision`,
};
