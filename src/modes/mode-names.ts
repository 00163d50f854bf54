/** The modes that come along, as `langgraph.json` names their graphs. */
export const modeNames = ["bidding", "director", "group-chat", "round-robin", "supervisor"] as const;
export type ModeName = (typeof modeNames)[number];
