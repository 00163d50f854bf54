/** Ways to say what a body is by which the development server yet takes it for JSON. */
export const contentTypes = [
  "application/json",
  "application/json; charset=utf-8",
  "application/JSON",
  "application/x+JSON",
  "text/plain",
  "text/plain;charset=UTF-8",
];
