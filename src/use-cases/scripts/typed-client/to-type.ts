/** A JSON Schema, including the boolean schemas. */
type Schema = boolean | Readonly<Record<string, unknown>>;

export type NameOfReference = (reference: string) => string;

/** Converts a JSON Schema to a TypeScript type. Constraints without a TypeScript equivalent, such as bounds, are omitted. */
export function toType(schema: unknown, nameOf: NameOfReference, indent = ''): string {
  if (!isSchema(schema) || schema === true) return 'unknown';
  if (schema === false) return 'never';
  const write = (part: unknown) => toType(part, nameOf, indent);
  if (typeof schema['$ref'] === 'string') return nameOf(schema['$ref']);
  if ('const' in schema) return toLiteral(schema['const']);
  if (Array.isArray(schema['enum'])) return toUnion(schema['enum'].map(toLiteral));
  const either = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(either)) return toUnion(either.map(write));
  if (Array.isArray(schema['allOf'])) return toIntersection(schema['allOf'].map(write));
  const { type } = schema;
  if (Array.isArray(type)) return toUnion(type.map((one: unknown) => write({ ...schema, type: one })));
  return toPlainType(schema, type, nameOf, indent);
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function toPlainType(
  schema: Readonly<Record<string, unknown>>,
  type: unknown,
  nameOf: NameOfReference,
  indent: string,
): string {
  if (type === 'array') return toListType(schema, nameOf, indent);
  if (type === 'object' || 'properties' in schema) return toObjectType(schema, nameOf, indent);
  return (typeof type === 'string' ? PLAIN[type] : undefined) ?? 'unknown';
}

function toListType(schema: Readonly<Record<string, unknown>>, nameOf: NameOfReference, indent: string): string {
  const { prefixItems, items } = schema;
  const rest = items === undefined ? 'unknown' : toType(items, nameOf, indent);
  if (!Array.isArray(prefixItems)) return `Array<${rest}>`;
  const first = prefixItems.map((item) => toType(item, nameOf, indent));
  return `[${[...first, ...(rest === 'never' || items === undefined ? [] : [`...Array<${rest}>`])].join(', ')}]`;
}

/** Converts an object schema to a body in braces, which also works after `interface X`. */
export function toObjectType(schema: unknown, nameOf: NameOfReference, indent = '', allOptional = false): string {
  const { properties, required, additionalProperties } =
    isSchema(schema) && schema !== true && schema !== false ? schema : {};
  const fields = isSchema(properties) && typeof properties === 'object' ? Object.entries(properties) : [];
  const must = new Set(Array.isArray(required) && !allOptional ? required : []);
  const inner = `${indent}  `;
  const lines = fields.flatMap(([name, field]) => [
    ...toComment(field, inner),
    `${inner}${toKey(name)}${must.has(name) ? '' : '?'}: ${toType(field, nameOf, inner)};`,
  ]);
  const index = toIndex(additionalProperties, fields.length > 0, nameOf, inner);
  const body = [...lines, ...(index === null ? [] : [`${inner}${index}`])];
  return body.length === 0 ? 'Record<string, never>' : `{\n${body.join('\n')}\n${indent}}`;
}

/** With other fields, an index signature of a narrow type would contradict their types. */
function toIndex(schema: unknown, hasFields: boolean, nameOf: NameOfReference, indent: string): string | null {
  if (schema === false || (schema === undefined && hasFields)) return null;
  return `[key: string]: ${hasFields ? 'unknown' : toType(schema ?? true, nameOf, indent)};`;
}

function toComment(field: unknown, indent: string): string[] {
  if (!isSchema(field) || typeof field === 'boolean') return [];
  const { title, description, default: fallback } = field;
  const words = [
    description ?? title,
    ...BOUNDS.flatMap(([keyword, word]) =>
      isMeaningful(field[keyword]) ? [`${word} ${String(field[keyword])}.`] : [],
    ),
    fallback === undefined ? undefined : `Default: ${shorten(JSON.stringify(fallback))}`,
  ].filter((word) => typeof word === 'string');
  if (words.length === 0) return [];
  return [`${indent}/** ${words.join(' ').replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */`];
}

const BOUNDS = [
  ['minimum', 'At least'],
  ['exclusiveMinimum', 'More than'],
  ['maximum', 'At most'],
  ['exclusiveMaximum', 'Less than'],
] as const;

/** Bounds at the limits of safe integers come from the schema library, not from the author. */
function isMeaningful(bound: unknown): boolean {
  return typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}

const MAX_LENGTH = 80;

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function toKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function toLiteral(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'unknown' : (JSON.stringify(value) ?? 'unknown');
}

function toUnion(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.length === 0
    ? 'never'
    : distinct.length === 1
      ? (distinct[0] ?? 'never')
      : `(${distinct.join(' | ')})`;
}

function toIntersection(types: readonly string[]): string {
  return types.length === 0 ? 'unknown' : `(${[...new Set(types)].join(' & ')})`;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}
