/** Content types of bodies that the development server parses as JSON. */
export const contentTypes = [
  "application/json",
  "application/json; charset=utf-8",
  "application/JSON",
  "application/x+JSON",
  "text/plain",
  "text/plain;charset=UTF-8",
];
