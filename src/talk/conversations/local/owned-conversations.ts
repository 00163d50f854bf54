import type { Control } from "../../../core/state/control-record.js";
import type { Lines } from "../../../core/state/people.js";
import { inputProblem, invalidField, invalidInput, RostrumError } from "../../../errors/rostrum-error.js";
import type { InterjectOptions } from "../../../records/interjection.js";
import type { ControlOptions } from "../delivery/control.js";
import type * as port from "../port/port.js";
import { ownerPrefix, threadForKey } from "../port/thread-names.js";

/** In UTF-16 code units. */
const longestOwner = 200;

function checkOwner(owner: string): string {
  const isUsable = typeof owner === "string" && owner !== "" && owner.length <= longestOwner && owner.isWellFormed();
  if (!isUsable) throw invalidField("owner", "expected", { expected: "owner" });
  return ownerPrefix(owner);
}

/** Adds the owner's prefix to the caller's thread names, so that the view reaches only this owner's threads. */
export class OwnedConversations implements port.Conversations {
  private readonly prefix: string;
  private readonly closing = new AbortController();

  /** @param listOwned - Lists the owner's conversations, with their full names. */
  constructor(
    private readonly all: port.Conversations,
    owner: string,
    private readonly listOwned: port.Conversations["list"],
  ) {
    this.prefix = checkOwner(owner);
  }

  start(mode: string, { thread: given, ...options }: port.StartOptions = {}) {
    const thread = this.fullName(given ?? threadForKey(options.idempotencyKey));
    return this.call(async () => {
      const started = await this.all.start(mode, { ...options, thread });
      return { ...started, thread: this.nameIn(started.thread) };
    });
  }

  async *follow(thread: string, { signal, ...options }: port.FollowOptions = {}) {
    const signals = AbortSignal.any([this.closing.signal, ...(signal ? [signal] : [])]);
    try {
      yield* this.all.follow(this.fullName(thread), { ...options, signal: signals });
    } catch (error) {
      throw this.withNames(error);
    }
  }

  read(thread: string) {
    return this.call(async () => ({ ...(await this.all.read(this.fullName(thread))), thread }));
  }

  interject(thread: string, text: string, options?: InterjectOptions) {
    return this.call(() => this.all.interject(this.fullName(thread), text, options));
  }

  control(thread: string, request: Control, options?: ControlOptions) {
    return this.call(() => this.all.control(this.fullName(thread), request, options));
  }

  answer(thread: string, lines: Lines, options?: port.AnswerOptions) {
    return this.call(() => this.all.answer(this.fullName(thread), lines, options));
  }

  cancel(thread: string, options?: port.CancelOptions) {
    return this.call(() => this.all.cancel(this.fullName(thread), options));
  }

  resume(thread: string, options?: port.ResumeOptions) {
    return this.call(() => this.all.resume(this.fullName(thread), options));
  }

  fork(thread: string, { as, ...request }: port.ForkRequest) {
    const named = as === undefined ? {} : { as: this.fullName(as) };
    return this.call(async () => this.nameIn(await this.all.fork(this.fullName(thread), { ...request, ...named })));
  }

  transcript(thread: string) {
    return this.call(() => this.all.transcript(this.fullName(thread)));
  }

  prompts(thread: string, turn: number) {
    return this.call(() => this.all.prompts(this.fullName(thread), turn));
  }

  list(options?: port.ListOptions) {
    return this.call(async () => {
      const { conversations, next } = await this.listOwned(options);
      const named = conversations.map(({ thread, origin, ...rest }) => ({
        ...rest,
        thread: this.nameIn(thread),
        origin: origin && { ...origin, thread: this.nameIn(origin.thread) },
      }));
      return { conversations: named, next };
    });
  }

  rename(thread: string, title: string | null) {
    return this.call(() => this.all.rename(this.fullName(thread), title));
  }

  remove(thread: string) {
    return this.call(() => this.all.remove(this.fullName(thread)));
  }

  /** Does not stop the runs or close the database, because other views may use them. */
  async close(): Promise<void> {
    this.closing.abort();
  }

  private fullName(thread: string): string {
    return `${this.prefix}${thread}`;
  }

  private nameIn(fullName: string): string {
    return fullName.startsWith(this.prefix) ? fullName.slice(this.prefix.length) : fullName;
  }

  private async call<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      throw this.withNames(error);
    }
  }

  private withNames(error: unknown): unknown {
    if (!RostrumError.isInstance(error)) return error;
    const { problems, thread } = error.details;
    if (problems)
      return invalidInput(
        problems.map((problem) => {
          const named = this.withName(problem.params);
          return named === problem.params ? problem : inputProblem(problem.field, problem.code, named);
        }),
      );
    if (thread === undefined) return error;
    return RostrumError.from(error.code, this.withName(error.details), error.cause);
  }

  private withName<Details extends object>(details: Details): Details {
    const { thread } = details as { readonly thread?: unknown };
    return typeof thread === "string" ? { ...details, thread: this.nameIn(thread) } : details;
  }
}
