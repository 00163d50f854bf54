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
     * The HTTP status. 0 if the server could not be reached or the response broke off. A port in this process uses 404
     * for an unknown thread, and 400 for all other errors.
     */
    readonly status: number,
    /** The problems of individual fields. */
    readonly problems: readonly RequestProblem[] = [],
    /** The error's code, such as `invalid-input`. Undefined if the server did not send a code. */
    readonly code?: string,
  ) {
    super(message);
  }
}
