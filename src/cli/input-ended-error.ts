/** Nothing more can be read, and a person is waited for who must not pass. Its message is what the user is told. */
export class InputEndedError extends Error {
  override readonly name = "InputEndedError";
}
