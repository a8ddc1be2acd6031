type Schema = Readonly<Record<string, unknown>>;

/**
 * Describes a JSON Schema in few lines: `integer 1..100 = 10`, `"a" | "b"`, `[string]`, `{ name: string, note?: string }`
 * with a field a line. A field of our own is marked by `+`, one that others may ignore by `~`. What has no notation of its
 * own follows as JSON, so that nothing of the schema is left out.
 */
export function describeSchema(schema: unknown, indent = ''): string {
  if (typeof schema !== 'object' || schema === null) return JSON.stringify(schema);
  const { default: fallback, ...rest } = schema as Schema;
  const [text, others] = describeType(rest, indent);
  const left = Object.entries(others).filter(([name]) => !OMITTED.has(name));
  const more = left.length === 0 ? '' : ` ${JSON.stringify(Object.fromEntries(left))}`;
  return `${text}${more}${fallback === undefined ? '' : ` = ${JSON.stringify(fallback)}`}`;
}

/** Words for people, and the marks that a field has before its name. */
const OMITTED: ReadonlySet<string> = new Set(['description', 'title', '$schema', 'x-wf', 'x-wf-ignorable']);

/** Returns the type's notation, and the keywords that it does not contain. */
function describeType(schema: Schema, indent: string): readonly [text: string, others: Schema] {
  const { $ref, anyOf, oneOf, allOf, enum: values, const: value, type, ...rest } = schema;
  if (typeof $ref === 'string') return [$ref.slice($ref.lastIndexOf('/') + 1), rest];
  if ('const' in schema) return [JSON.stringify(value), rest];
  if (Array.isArray(values)) return [values.map((one) => JSON.stringify(one)).join(' | '), rest];
  const either = anyOf ?? oneOf;
  if (Array.isArray(either)) return [either.map((one) => describeSchema(one, indent)).join(' | '), rest];
  if (Array.isArray(allOf)) return [allOf.map((one) => describeSchema(one, indent)).join(' & '), rest];
  if (Array.isArray(type)) {
    const [text, others] = describeType({ ...rest, type: type[0] }, indent);
    return [[text, ...type.slice(1).map(String)].join(' | '), others];
  }
  if (type === 'array') return describeList(rest, indent);
  if (type === 'object') return describeObject(rest, indent);
  return describePlain(typeof type === 'string' ? type : 'any', rest);
}

function describeList({ items, prefixItems, minItems, maxItems, ...rest }: Schema, indent: string) {
  const first = Array.isArray(prefixItems) ? prefixItems.map((item) => describeSchema(item, indent)) : [];
  const all = items === undefined ? first : [...first, describeSchema(items, indent)];
  return [`[${all.join(', ')}]${toRange(minItems, maxItems)}`, rest] as const;
}

function describeObject({ properties = {}, required = [], additionalProperties, ...rest }: Schema, indent: string) {
  const inner = `${indent}  `;
  const lines = Object.entries(properties as Schema).map(([name, field]) => {
    const marks = field as Schema;
    const mark = marks['x-wf-ignorable'] === true ? '~' : marks['x-wf'] === true ? '+' : '';
    const optional = (required as readonly string[]).includes(name) ? '' : '?';
    return `${inner}${mark}${name}${optional}: ${describeSchema(field, inner)}`;
  });
  // An object may have other fields unless it says so: only that is written.
  if (additionalProperties === false) lines.push(`${inner}no others`);
  else if (typeof additionalProperties === 'object' && Object.keys(additionalProperties ?? {}).length > 0) {
    lines.push(`${inner}others: ${describeSchema(additionalProperties, inner)}`);
  }
  return [lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`, rest] as const;
}

function describePlain(type: string, { minimum, maximum, minLength, maxLength, format, pattern, ...rest }: Schema) {
  const isWhole = (bound: unknown) => Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER;
  const range = toRange(minimum ?? minLength, maximum ?? maxLength, isWhole);
  // The pattern of a format is that of the schema library.
  const shape = typeof format === 'string' ? ` ${format}` : typeof pattern === 'string' ? ` ${pattern}` : '';
  return [`${type}${shape}${range}`, rest] as const;
}

function toRange(from: unknown, to: unknown, isOmitted: (bound: unknown) => boolean = () => false): string {
  const [least, most] = [from, to].map((bound) =>
    bound === undefined || isOmitted(bound) ? '' : JSON.stringify(bound),
  );
  return least === '' && most === '' ? '' : ` ${least}..${most}`;
}
