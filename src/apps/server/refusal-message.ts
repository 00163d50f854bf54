import { describeError } from "../../errors/describe-error.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { RequestFault } from "../../words/error-parameters.js";
import { defaultLanguage } from "../../words/registry.js";
import { languageOf } from "../web/language.js";

/** `request`: the request from which to read the client's language. Default: the message is in English. */
export const refusalMessage = (fault: RequestFault, request?: Request): string =>
  describeError(new RostrumError("request-refused", fault), request ? languageOf(request) : defaultLanguage);
