import { readStructuredKind, type StructuredKind } from '../../contract/deployments/kinds/structured-kind.ts';

export type FieldSchema = Readonly<Record<string, unknown>>;

/**
 * Summarises a field's schema, as in `int ≥ 1, ≤ 5, default 2`.
 *
 * @returns `null` when the summary would be incomplete
 */
export function describeSchema(schema: FieldSchema): string | null {
  const structured = readStructuredKind(schema);
  const covered = structured === null ? COVERED : COVERED_OF_STRUCTURED;
  if (Object.keys(schema).some((keyword) => !covered.has(keyword))) return null;
  const { default: given, required, enum: choices } = schema;
  const names = structured === null ? null : namesOf(structured);
  const allowed =
    boundsOf(schema) ??
    (Array.isArray(choices) ? `of ${choices.map(String).join(' or ')}` : names === null ? null : `of ${names}`);
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

/** The marks of our kinds; what they cover of the type follows from the kind. */
const COVERED_OF_STRUCTURED: ReadonlySet<string> = new Set([
  ...COVERED,
  ...'x-wf x-variables x-tool-names items additionalProperties'.split(' '),
]);

/** Lists the variables or the tools that a value may have; `null`: any. */
function namesOf(structured: StructuredKind): string | null {
  switch (structured.kind) {
    case 'chat_messages':
      return structured.variables?.map((name) => `{${name}}`).join(', ') ?? null;
    case 'tools':
      return structured.names?.join(', ') ?? null;
    case 'output_schema':
      return null;
  }
}

const MAX_DEFAULT_LENGTH = 40;

/** Shortens a default, which may be a whole prompt. */
function shorten(text: string): string {
  return text.length <= MAX_DEFAULT_LENGTH ? text : `${text.slice(0, MAX_DEFAULT_LENGTH)}…`;
}

export function typeOf(schema: FieldSchema): string {
  const type = schema['x-parameter'] ?? schema['type'];
  return typeof type === 'string' ? type : 'any';
}

const BOUNDS = [
  ['minimum', '≥'],
  ['exclusiveMinimum', '>'],
  ['maximum', '≤'],
  ['exclusiveMaximum', '<'],
] as const;

export function boundsOf(schema: FieldSchema): string | null {
  const bounds = BOUNDS.filter(([keyword]) => isBound(schema[keyword])).map(
    ([keyword, sign]) => `${sign} ${String(schema[keyword])}`,
  );
  return bounds.length === 0 ? null : bounds.join(', ');
}

/** Ignores the limits of safe integers, which zod adds as bounds. */
function isBound(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

/**
 * Lists the choices of a field; of a long list, such as all known models, the first few. `--json` has all. Of messages,
 * lists the variables; of tools, their names.
 */
export function choicesOf(schema: FieldSchema): string | null {
  const structured = readStructuredKind(schema);
  if (structured !== null) return namesOf(structured);
  if (!Array.isArray(schema['enum'])) return null;
  const choices = schema['enum'].map(String);
  if (choices.length <= MAX_CHOICES) return choices.join(', ');
  const listed = choices.slice(0, MAX_CHOICES / 2);
  return `${listed.join(', ')}, … ${choices.length - listed.length} more`;
}

const MAX_CHOICES = 12;
