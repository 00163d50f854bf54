/** The playground draws no graphs. */
function unavailable(): never {
  throw new Error("The playground does not draw graphs");
}

export { unavailable as drawMermaid, unavailable as drawMermaidImage };
