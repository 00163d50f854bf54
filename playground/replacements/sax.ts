/** LangChain parses XML with this library. Nothing in Rostrum asks a model for XML. */
export const sax = {
  parser(): never {
    throw new Error("The playground does not contain a parser of XML");
  },
};
