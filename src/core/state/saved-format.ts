import { z } from "zod/v4";
import { isRecord, type Named } from "../../base/is-record.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { SavedKind } from "../../words/error-parameters.js";

/**
 * The version of values without a version field. Development versions of Rostrum did not save this field, and clients
 * that write to an inbox can omit it.
 */
const firstVersion = 1;

/** The fields of a record, with their types as `typeof` reports them. */
export type FieldTypes = Readonly<Record<string, "string" | "number" | "object">>;

export function recordCheck(fields: FieldTypes): (value: unknown) => boolean {
  // Lists the fields only once, because a long conversation has thousands of records.
  const expected = Object.entries(fields);
  return (value) => isRecord(value) && expected.every(([name, type]) => typeof value[name] === type);
}

/** Allows further fields, which only the TypeScript types describe. */
export function listOf(fields: FieldTypes) {
  const isRecordOfKind = recordCheck(fields);
  return z.custom<readonly object[]>(
    (value) => Array.isArray(value) && value.every(isRecordOfKind),
    "not a list of records of this kind",
  );
}

/** Must be a pure function. */
type Migration = (saved: Named) => Named;

const damaged = (kind: SavedKind, name: string, reason: string, cause?: unknown) =>
  new RostrumError("unreadable-save", { kind, name, fault: "damaged", reason, cause });

/** Throws `unreadable-save` if the version is invalid or newer than `current`. */
export function checkVersion(kind: SavedKind, name: string, found: unknown, current: number): number {
  if (!Number.isInteger(found) || Number(found) < firstVersion)
    throw damaged(kind, name, `version ${JSON.stringify(found)}`);
  if (Number(found) <= current) return Number(found);
  throw new RostrumError("unreadable-save", {
    ...{ kind, name, fault: "newer-version", version: Number(found), reads: current },
  });
}

interface SavedFormatOptions<Saved> {
  /** Checks only the fields that readers rely on. */
  readonly schema: z.ZodType<Saved>;
  /** In order: the first migration converts version 1 to version 2. */
  readonly migrations: readonly Migration[];
  /** The field that contains the version. Default: `version`. */
  readonly versionField?: string;
}

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

  get mark(): Named {
    return { [this.versionField]: this.version };
  }

  /**
   * @param name - The value's name in errors, such as its thread.
   * @throws `unreadable-save` for a value from a newer version, and for a damaged value, for example one that is not an
   * object or does not match `schema`.
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

  damaged(name: string, reason: string, cause?: unknown): RostrumError {
    return damaged(this.kind, name, reason, cause);
  }

  knows(saved: Named): boolean {
    const found = saved[this.versionField] ?? firstVersion;
    return Number.isInteger(found) && Number(found) >= firstVersion && Number(found) <= this.version;
  }

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
