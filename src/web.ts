/**
 * The web page and its HTTP interface, as an app to mount in a server.
 * @module rostrum/web
 */

export { createApp, type WebOptions } from "./apps/web/app.js";
