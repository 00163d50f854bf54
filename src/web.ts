/**
 * `rostrum/web`: Rostrum's web page and HTTP API, as an app that you can mount in your own server.
 * @module rostrum/web
 */

import "./base/require-node.js";

export { createApp, type WebOptions } from "./apps/web/app.js";
