/** The built-in modes, by the names of their graphs in `langgraph.json`. */
export const modeNames = ["bidding", "director", "group-chat", "round-robin", "supervisor"] as const;
export type ModeName = (typeof modeNames)[number];
