/** The modes by name, for whatever lets its user pick one. */
import type { z } from "zod";
import type { Language } from "../domain/language.js";
import { biddingFields } from "../state/fields.js";
import { createBidding } from "./bidding.js";

/** A mode as a catalog shows it. */
interface Mode {
  readonly summary: Readonly<Record<Language, string>>;
  /** Its input fields, but for `messages`. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly create: typeof createBidding;
}

export const modes: Readonly<Record<string, Mode>> = {
  bidding: {
    summary: {
      en: "every agent bids for the floor; the highest bid speaks, ties are drawn at random",
      zh: "每个参与者出价争取发言，出价最高者发言，并列时抽签",
    },
    fields: biddingFields,
    create: createBidding,
  },
};
