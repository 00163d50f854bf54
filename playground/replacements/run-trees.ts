/**
 * LangChain creates such an object for each call. Only LangSmith, which a page never uses, needs more than the fields.
 */
export class RunTree {
  constructor(fields: object) {
    Object.assign(this, fields);
  }
}

export const isRunTree = (): boolean => false;

/** LangChain sorts the calls in a trace by `dottedOrder`. */
export const convertToDottedOrderFormat = (milliseconds: number, id: string) => {
  const microsecondPrecisionDatestring = new Date(milliseconds).toISOString();
  return { dottedOrder: microsecondPrecisionDatestring + id, microsecondPrecisionDatestring };
};
