/**
 * The English texts for ways of choosing a speaker that are not selection rules, such as a raised hand. The texts for a
 * rule are in the rule's own file.
 */
import type { RuleWords } from "../rule-words.js";

export const rules: Readonly<Record<string, RuleWords>> = {
  "longest-silence": {
    label: "silent for too long",
    explain: ({ speaker }) =>
      `${speaker} had to speak now, because otherwise somebody would have waited longer than the setting “longestSilence” allows.`,
  },
  addressed: {
    explain: ({ by, speaker }) => `${by} had asked ${speaker} a direct question, which is answered without an auction.`,
  },
  "raised-hand": {
    label: "raised a hand",
    explain: ({ speaker }) => `${speaker} had raised a hand, which takes precedence over any rule.`,
  },
  "spoken-to": {
    explain: ({ by, speaker }) => `${by} had spoken to ${speaker}, which takes precedence over any rule.`,
  },
  called: {
    label: "called on",
    explain: ({ speaker }) => `Somebody called on ${speaker}, which takes precedence over any rule.`,
  },
  "by-hand": {
    label: "chosen manually",
    explain: ({ speaker }) => `Somebody set ${speaker} as the next speaker.`,
  },
  "only-candidate": {
    label: "only candidate",
    explain: () => "No choice was needed.",
  },
  "directors-choice": {
    label: "director's choice",
    explain: ({ leader, speaker }) => `${leader} chose ${speaker}.`,
  },
  "fallback-first": {
    label: "no readable choice, so the first candidate",
    explain: () => "There was no readable choice, so the first candidate got the floor.",
  },
  "fallback-least-recent": {
    label: "no readable choice, so the candidate silent longest",
    explain: () => "There was no readable choice, so the candidate who had been silent longest got the floor.",
  },
  "fallback-random": {
    label: "no readable choice, so drawn at random",
    explain: ({ drawn }) =>
      `There was no readable choice, so the speaker was drawn at random, with a draw of ${drawn}.`,
  },
  "in-turn": {
    label: "next in the stage",
    explain: ({ speaker }) => `In this stage, the participants speak in turn, and ${speaker} was next.`,
  },
  together: {
    label: "all at once",
    explain: () => "In this round, the speakers of the stage speak at the same time, without hearing each other.",
  },
};
