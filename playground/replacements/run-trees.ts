/** LangChain creates these objects around calls, but only LangSmith, which a page never uses, reads more from them. */
export class RunTree {
  constructor(fields: object) {
    Object.assign(this, fields);
  }
}

export const isRunTree = (): boolean => false;

/** LangChain sorts a trace by this text. */
export const convertToDottedOrderFormat = (milliseconds: number, id: string) => {
  const microsecondPrecisionDatestring = new Date(milliseconds).toISOString();
  return { dottedOrder: microsecondPrecisionDatestring + id, microsecondPrecisionDatestring };
};
