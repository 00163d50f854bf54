/** Invitations to a seat: tokens signed with the app's own token, so the server does not need to store them. */
import { createHmac, scryptSync, timingSafeEqual } from "node:crypto";

export interface Seat {
  readonly thread: string;
  readonly participant: string;
}

export class Invitations {
  private derived: Buffer | undefined;

  constructor(private readonly secret: string) {}

  /** The token is valid until the secret changes. */
  tokenFor({ thread, participant }: Seat): string {
    const seat = Buffer.from(JSON.stringify([thread, participant])).toString("base64url");
    return `${seat}.${this.sign(seat).toString("base64url")}`;
  }

  seatOf(token: string): Seat | undefined {
    const [seat = "", signature = ""] = token.split(".");
    const [given, right] = [Buffer.from(signature, "base64url"), this.sign(seat)];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    const [thread, participant] = JSON.parse(Buffer.from(seat, "base64url").toString()) as [string, string];
    return { thread, participant };
  }

  private sign(seat: string): Buffer {
    // Derives the key slowly. Otherwise, invited people could find a short secret by testing many guesses against their
    // own token.
    this.derived ??= scryptSync(this.secret, "rostrum seats", 32);
    return createHmac("sha256", this.derived).update(seat).digest();
  }
}
