/**
 * The versions of everything that Rostrum saves. A reader gets the current version, or an error that names the
 * unreadable value.
 */
import { z } from "zod";
import { isRecord, type Named } from "../../base/is-record.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { SavedKind } from "../../words/error-parameters.js";

/** The version of values without one: development versions wrote none, and clients that write to an inbox need none. */
const firstVersion = 1;

/** The fields of a record, with their types as in `typeof`. */
export type FieldTypes = Readonly<Record<string, "string" | "number" | "object">>;

export const holds = (value: unknown, fields: FieldTypes): boolean =>
  isRecord(value) && Object.entries(fields).every(([name, type]) => typeof value[name] === type);

/** A list of records with these fields. Records may have more fields, which only the types describe. */
export const listOf = (fields: FieldTypes) =>
  z.custom<readonly object[]>(
    (value) => Array.isArray(value) && value.every((each) => holds(each, fields)),
    "not a list of records of this kind",
  );

/** Turns a saved value of one version into one of the next version. A pure function. */
type Migration = (saved: Named) => Named;

const damaged = (kind: SavedKind, name: string, reason: string, cause?: unknown) =>
  new RostrumError("unreadable-save", { kind, name, fault: "damaged", reason, cause });

/** Throws `unreadable-save` for an invalid version, or for one newer than `current`. */
export function checkVersion(kind: SavedKind, name: string, found: unknown, current: number): number {
  if (!Number.isInteger(found) || Number(found) < firstVersion)
    throw damaged(kind, name, `version ${JSON.stringify(found)}`);
  if (Number(found) <= current) return Number(found);
  throw new RostrumError("unreadable-save", {
    ...{ kind, name, fault: "newer-version", version: Number(found), reads: current },
  });
}

interface SavedFormatOptions<Saved> {
  /** The shape of the current version, as far as its readers rely on it. */
  readonly schema: z.ZodType<Saved>;
  /** In order. The first one turns version 1 into version 2. */
  readonly migrations: readonly Migration[];
  /** The field that holds the version. Default: `version`. */
  readonly versionField?: string;
}

/** One saved format. Its current version is the number of its migrations plus one. */
export class SavedFormat<Saved extends object> {
  readonly version: number;
  private readonly versionField: string;

  constructor(
    readonly kind: SavedKind,
    private readonly options: SavedFormatOptions<Saved>,
  ) {
    this.version = firstVersion + options.migrations.length;
    this.versionField = options.versionField ?? "version";
  }

  /** The field that identifies a value as one of the current version. */
  get mark(): Named {
    return { [this.versionField]: this.version };
  }

  /**
   * Reads a saved value and migrates it if it is older.
   *
   * @param name - The value's name in errors, such as its thread.
   * @throws `unreadable-save` for a value of a newer version or of another shape.
   */
  read(saved: unknown, name: string): Saved {
    if (!isRecord(saved)) throw this.damaged(name, "not an object");
    const found = checkVersion(this.kind, name, saved[this.versionField] ?? firstVersion, this.version);
    const pending = this.options.migrations.slice(found - firstVersion);
    try {
      const current = pending.reduce((value, migrate) => migrate(value), saved);
      const { error } = this.options.schema.safeParse(current);
      const [issue] = error?.issues ?? [];
      if (issue) throw this.damaged(name, `${issue.path.join(".")}: ${issue.message}`);
      return (pending.length > 0 ? { ...current, ...this.mark } : current) as Saved;
    } catch (error) {
      if (RostrumError.isInstance(error)) throw error;
      throw this.damaged(name, String(error), error);
    }
  }

  /** Creates the error for an unreadable value. `reason`: what is wrong with it. */
  damaged(name: string, reason: string, cause?: unknown): RostrumError {
    return damaged(this.kind, name, reason, cause);
  }

  /** Whether `read` accepts a value of this version. */
  knows(saved: Named): boolean {
    const found = saved[this.versionField] ?? firstVersion;
    return Number.isInteger(found) && Number(found) >= firstVersion && Number(found) <= this.version;
  }

  /** Reads a saved JSON text. Throws the same errors as `read`. */
  parse(text: string, name: string): Saved {
    let saved: unknown;
    try {
      saved = JSON.parse(text);
    } catch (error) {
      throw this.damaged(name, (error as Error).message, error);
    }
    return this.read(saved, name);
  }
}
