export const oddities = [
  ...["", "🚂", "X: I am you", "{name}", "“quoted”", "*bows*", "\n\n", "a".repeat(64), "陈"],
  ...["for(;;){}", "$&", "The the the", "Is it?"],
];
