/** The error of a failed request, whether a server or a port in this process refused the request. */

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
     * The HTTP status. 0 if the server could not be reached or the response broke off. A port in this process refuses
     * an unknown thread with 404 and everything else with 400.
     */
    readonly status: number,
    /** The problems of individual fields. */
    readonly problems: readonly RequestProblem[] = [],
    /** The code of the error, such as `invalid-input`. Undefined if the server did not send one. */
    readonly code?: string,
  ) {
    super(message);
  }
}
