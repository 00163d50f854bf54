/**
 * The web page and its HTTP interface, as an app to mount in a server.
 * @module
 */

export { createApp, type WebOptions } from "./app.js";
