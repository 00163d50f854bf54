/** Generates the JSON Schemas of the HTTP API's responses, from their types and comments. */
import ts from "typescript";
import { commentOf, type Types } from "./types.js";

type JsonSchema = Readonly<Record<string, unknown>>;

const has = (type: ts.Type, flags: ts.TypeFlags) => (type.flags & flags) !== 0;

const referTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

class SchemaWriter {
  /** By name. A schema is undefined while it is being generated. */
  readonly named = new Map<string, JsonSchema | undefined>();

  constructor(private readonly types: Types) {}

  /** Returns the type's schema, or a reference to it; undefined if no JSON value has the type. */
  schemaOf(type: ts.Type): JsonSchema | undefined {
    const symbol = this.symbolOf(type);
    if (!symbol) return this.isProblem(type) ? referTo("FieldProblem") : this.inline(type);
    if (!this.named.has(symbol.name)) {
      this.named.set(symbol.name, undefined);
      const description = commentOf(this.types, symbol);
      this.named.set(symbol.name, { ...(description && { description }), ...this.inline(type) });
    }
    return referTo(symbol.name);
  }

  /**
   * Whether the type is that of field problems with one code. The schemas describe all such types together, as
   * `FieldProblem`, because the parameters of every code would make the schemas much longer.
   */
  private isProblem(type: ts.Type): boolean {
    const names = this.types.checker.getPropertiesOfType(type).map(({ name }) => name);
    return names.sort().join() === "code,field,message,params";
  }

  private symbolOf(type: ts.Type): ts.Symbol | undefined {
    const { checker } = this.types;
    const isRecord = has(type, ts.TypeFlags.Object) && checker.getPropertiesOfType(type).length > 0;
    if (!isRecord && !type.isUnion()) return undefined;
    const [symbol, parameters] = type.aliasSymbol
      ? [type.aliasSymbol, type.aliasTypeArguments]
      : [type.getSymbol(), (type as ts.TypeReference).typeArguments];
    const declared = symbol?.declarations?.[0];
    const isOwn = declared && /\/src\//.test(declared.getSourceFile().fileName);
    const isNamed = declared && (ts.isInterfaceDeclaration(declared) || ts.isTypeAliasDeclaration(declared));
    return isOwn && isNamed && !parameters?.length ? symbol : undefined;
  }

  private inline(type: ts.Type): JsonSchema | undefined {
    const { checker } = this.types;
    if (has(type, ts.TypeFlags.Undefined | ts.TypeFlags.Never)) return undefined;
    if (has(type, ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (has(type, ts.TypeFlags.Null)) return { type: "null" };
    if (type.isLiteral()) return { const: type.value };
    if (has(type, ts.TypeFlags.BooleanLiteral)) return { const: checker.typeToString(type) === "true" };
    for (const [flag, name] of primitives) if (has(type, flag)) return { type: name };
    if (type.isUnion()) return this.union(type.types);
    if (checker.isTupleType(type)) return this.tuple(checker.getTypeArguments(type as ts.TypeReference));
    const element = checker.isArrayLikeType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined;
    return element ? { type: "array", items: this.schemaOf(element) } : this.record(type);
  }

  private union(types: readonly ts.Type[]): JsonSchema {
    // The compiler's order changes with unrelated code, so the schemas are sorted.
    const texts = types.flatMap((type) => JSON.stringify(this.schemaOf(type)) ?? []);
    const schemas: JsonSchema[] = [...new Set(texts)].sort().map((text) => JSON.parse(text));
    const literals = schemas.flatMap((schema) => ("const" in schema ? [schema["const"]] : []));
    const others = schemas.filter((schema) => !("const" in schema));
    const isBoolean = literals.length === 2 && literals.every((value) => typeof value === "boolean");
    const grouped = isBoolean
      ? { type: "boolean" }
      : literals.length === 1
        ? { const: literals[0] }
        : { enum: literals };
    const all = literals.length > 0 ? [grouped, ...others] : others;
    return all.length === 1 ? (all[0] as JsonSchema) : { anyOf: all };
  }

  private tuple(types: readonly ts.Type[]): JsonSchema {
    const items = types.map((type) => this.schemaOf(type));
    return { type: "array", prefixItems: items, minItems: items.length, maxItems: items.length };
  }

  private record(type: ts.Type): JsonSchema {
    const { checker } = this.types;
    const fields = checker.getPropertiesOfType(type).flatMap((field) => {
      const schema = this.schemaOf(checker.getTypeOfSymbol(field));
      const description = commentOf(this.types, field);
      const isRequired = (field.flags & ts.SymbolFlags.Optional) === 0;
      return schema
        ? [{ name: field.name, isRequired, schema: { ...schema, ...(description && { description }) } }]
        : [];
    });
    const values = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const others = values ? this.schemaOf(values) : fields.length === 0 || undefined;
    const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    return {
      type: "object",
      ...(fields.length > 0 && { properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])) }),
      ...(required.length > 0 && { required }),
      ...(others && { additionalProperties: others }),
    };
  }
}

const primitives = [
  [ts.TypeFlags.Boolean, "boolean"],
  [ts.TypeFlags.String, "string"],
  [ts.TypeFlags.Number, "number"],
] as const;

export function responseSchemas(types: Types): string {
  const { checker, exportsOf } = types;
  const declared = exportsOf("src/apps/web/responses.ts").find(({ name }) => name === "Responses");
  if (!declared) throw new Error("Responses is not declared");
  const writer = new SchemaWriter(types);
  const fields = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(declared));
  const responses = Object.fromEntries(
    fields.map((field) => [field.name, writer.schemaOf(checker.getTypeOfSymbol(field))]),
  );
  const named = [...writer.named].sort(([left], [right]) => (left < right ? -1 : 1));
  return `${JSON.stringify({ responses, schemas: Object.fromEntries(named) }, null, 1)}\n`;
}
