import { existsSync } from "node:fs";
import { rehearsalName } from "../../../core/usage/usage.js";
import type { Modes } from "../../../graph/modes/registry.js";
import { RehearsalModel } from "../../../offline/rehearsal/rehearsal-model.js";
import { isPostgres, isStorageAddress } from "../../../talk/storage/address.js";
import type { CliTexts } from "../../../words/command-line.js";
import type { Language } from "../../../words/registry.js";
import { type Io, UsageError } from "../io.js";
import { flagOf, type OptionName, type Options } from "../options.js";

const defaultAddress = ".rostrum/threads.db";
const maxPace = 10_000;

/** The default pace of a rehearsal that a person watches, in milliseconds per word (per character in Chinese). */
export const readingPace = 120;

const exists = (address: string) => isPostgres(address) || existsSync(address);

export const hasDefaultDatabase = () => exists(defaultAddress);

export interface PlaceSetup {
  readonly options: Options;
  readonly io: Io;
  readonly texts: CliTexts;
  /**
   * `database`: creates the database if it does not exist. `memory`: keeps the conversation only for this run. Default:
   * the database must exist.
   */
  readonly create?: "database" | "memory";
  /** The available modes. Default: the built-in modes, and those that the `--extensions` file adds. */
  readonly modes?: Modes;
  /**
   * The rehearsal's pace if `--pace` is not given, in milliseconds per word (per character in Chinese). Default:
   * `readingPace` if a terminal shows the speeches, otherwise 0.
   */
  readonly pace?: number;
}

export function rejectBeside(
  chosen: OptionName,
  others: readonly OptionName[],
  options: Options,
  { usage }: CliTexts,
): void {
  const given = others.find((option) => options[option] !== undefined);
  if (given) throw new UsageError(`${flagOf(given)}: ${usage.notBeside(flagOf(chosen))}`);
}

export function addressOf({ options, texts, create }: PlaceSetup): string {
  if (options.queue) {
    rejectBeside("queue", ["pace"], options, texts);
    return sharedAddress(options, texts);
  }
  const address = create === "memory" ? "memory" : (options.db ?? defaultAddress);
  if (!isStorageAddress(address) || options.db === "memory") throw new UsageError(`--db: ${texts.threads.badAddress}`);
  if (create === undefined && !exists(address)) throw new UsageError(texts.threads.nothingSaved(address));
  return address;
}

export function sharedAddress({ db }: Options, { threads }: CliTexts): string {
  if (db !== undefined && isPostgres(db) && isStorageAddress(db)) return db;
  throw new UsageError(`--db: ${threads.needsPostgres}`);
}

export async function modesOf({ extensions }: Options, language?: Language): Promise<Modes> {
  if (extensions === undefined) return (await import("../../../graph/modes/registry.js")).modes;
  const { loadExtension } = await import("../../../talk/scenario/load-extension.js");
  return loadExtension(extensions, { field: "--extensions", ...(language && { language }) });
}

/** Returns the rehearsal's pace, in milliseconds per word (per character in Chinese). */
function paceOf({ options: { pace, json }, io: { stdout }, texts, pace: fallback }: PlaceSetup): number {
  if (pace === undefined) return fallback ?? (stdout.isTTY && !json ? readingPace : 0);
  const milliseconds = pace.trim() === "" ? Number.NaN : Number(pace);
  if (milliseconds >= 0 && milliseconds <= maxPace) return milliseconds;
  throw new UsageError(`--pace: ${texts.usage.pace(pace, maxPace)}`);
}

export async function runOptions(setup: PlaceSetup) {
  const models = { byName: { [rehearsalName]: new RehearsalModel({ pace: paceOf(setup), notice: false }) } };
  return { modes: setup.modes ?? (await modesOf(setup.options, setup.texts.language)), models };
}
