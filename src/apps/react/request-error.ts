/** A problem in one field of a request. */
export interface RequestProblem {
  /** The field as a path, such as `participants[1].name`. */
  readonly field: string;
  /** What is wrong and what is allowed. */
  readonly message: string;
}

/** Why a request failed. */
export class RequestError extends Error {
  override readonly name = "RequestError";

  constructor(
    message: string,
    /**
     * The HTTP status. 0 if the server could not be reached or the response broke off. For an error of a port, 404 if
     * the thread is unknown, and otherwise 400.
     */
    readonly status: number,
    /** The problems of individual fields. */
    readonly problems: readonly RequestProblem[] = [],
    /** The error's code, such as `invalid-input`. Undefined if the error has no code. */
    readonly code?: string,
  ) {
    super(message);
  }
}
