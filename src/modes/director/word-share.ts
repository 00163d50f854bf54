/** Comment and question are one message of the director: each has half of a message's words, but enough to say something. */
const fewest = 5;

export const shareOf = (wordLimit: number): number => Math.max(fewest, Math.ceil(wordLimit / 2));
