/** The JSON Schema of one field. */
export type SchemaView = Readonly<Record<string, unknown>>;

/**
 * Summarises a field's schema, as in `int ≥ 1, ≤ 5, default 2`.
 *
 * @returns `null` when the summary would be incomplete
 */
export function describeSchema(schema: SchemaView): string | null {
  if (Object.keys(schema).some((keyword) => !COVERED.has(keyword))) return null;
  const { default: given, required, enum: choices } = schema;
  const allowed = boundsOf(schema) ?? (Array.isArray(choices) ? `of ${choices.map(String).join(' or ')}` : null);
  return [
    allowed === null ? typeOf(schema) : `${typeOf(schema)} ${allowed}`,
    ...(required === undefined ? [] : [required === true ? 'required' : 'optional']),
    ...(given === undefined ? [] : [`default ${shorten(typeof given === 'string' ? given : JSON.stringify(given))}`]),
  ].join(', ');
}

/** Keywords that the summary covers; only input fields have `required`. */
const COVERED: ReadonlySet<string> = new Set(
  'type x-parameter required default enum choices minimum exclusiveMinimum maximum exclusiveMaximum'.split(' '),
);

const LONGEST_DEFAULT = 40;

/** Shortens a default, which may be a whole prompt. */
function shorten(text: string): string {
  return text.length <= LONGEST_DEFAULT ? text : `${text.slice(0, LONGEST_DEFAULT)}…`;
}

export function typeOf(schema: SchemaView): string {
  const type = schema['x-parameter'] ?? schema['type'];
  return typeof type === 'string' ? type : 'any';
}

const BOUNDS = [
  ['minimum', '≥'],
  ['exclusiveMinimum', '>'],
  ['maximum', '≤'],
  ['exclusiveMaximum', '<'],
] as const;

export function boundsOf(schema: SchemaView): string | null {
  const bounds = BOUNDS.filter(([keyword]) => isBound(schema[keyword])).map(
    ([keyword, sign]) => `${sign} ${String(schema[keyword])}`,
  );
  return bounds.length === 0 ? null : bounds.join(', ');
}

/** Ignores the limits of safe integers, which zod adds as bounds. */
function isBound(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

export function choicesOf(schema: SchemaView): string | null {
  return Array.isArray(schema['enum']) ? schema['enum'].map(String).join(', ') : null;
}
