/** The playground draws no graphs. */
export class Graph {
  constructor() {
    throw new Error("The playground does not draw graphs");
  }
}
