import { closestNames } from '../../../foundation/closest-names.ts';
import { isRecord } from '../../../foundation/record.ts';
import { usageError } from '../../../foundation/errors/wf-error.ts';
import type { SharedFlags } from '../define/flags.ts';
import type { JqFilter } from './open-jq.ts';

/** The form of a result for programs: the document, some of its fields, the output of jq, or ids. */
export type DocumentForm =
  | { readonly kind: 'json'; readonly fields: readonly string[] | null; readonly jq: TypedFilter | null }
  | { readonly kind: 'quiet' };

export interface TypedFilter {
  readonly text: string;
  readonly run: JqFilter;
}

/** Reads the form from the flags; `null`: a view for people. */
export function documentFormOf(
  { json, jq, quiet }: SharedFlags,
  fields: readonly string[] | null,
): DocumentForm | null {
  if (quiet) return { kind: 'quiet' };
  if (jq !== undefined) return { kind: 'json', fields, jq: { text: jq, run: whenNeeded(jq) } };
  return json ? { kind: 'json', fields, jq: null } : null;
}

function whenNeeded(filter: string): JqFilter {
  let opened: Promise<JqFilter> | undefined;
  return async (document) => {
    opened ??= import('./open-jq.ts').then(({ openJq }) => openJq(filter));
    return await (
      await opened
    )(document);
  };
}

/**
 * Formats a document in the requested form, with a line break at the end.
 *
 * @param indent - spaces per level; 0: one line
 */
export async function writeDocument(document: unknown, form: DocumentForm, indent: number): Promise<string> {
  if (form.kind === 'quiet') {
    return idsOf(document)
      .map((id) => `${id}\n`)
      .join('');
  }
  const chosen = form.fields === null ? document : pickFields(document, form.fields);
  if (form.jq === null) return `${JSON.stringify(chosen, null, indent) ?? 'null'}\n`;
  const text = await form.jq.run(chosen);
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Fields that identify a record, the most specific first: a variant also has the id of its app. */
const ID_FIELDS = [
  'id',
  '_id',
  'variant_id',
  'evaluation_id',
  'testset_id',
  'key',
  'name',
  'app_id',
  'path',
  'sha256',
  'url',
] as const;

/** Finds what `--quiet` prints: the id of each record of a result, or its name if it has no id. */
export function idsOf(document: unknown): string[] {
  if (Array.isArray(document)) return document.flatMap(idsOf);
  if (typeof document !== 'object' || document === null) return [];
  const record: Partial<Record<(typeof ID_FIELDS)[number], unknown>> = document;
  const id = ID_FIELDS.map((field) => record[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof id === 'string' ? [id] : [];
}

/** Returns whether each field is one of a record's; in an empty list, any may be. */
export function knowsFields(records: readonly unknown[], fields: readonly string[]): boolean {
  if (records.length === 0) return true;
  const known = new Set(records.filter(isRecord).flatMap((record) => Object.keys(record)));
  return fields.every((field) => known.has(field));
}

/**
 * Picks fields of a document, or of each record in a list, in the requested order.
 *
 * @param options - `isPart`: another part of the list has the fields that these records lack
 * @throws {WF_USAGE} for a field that no record has; the message lists the existing ones
 */
export function pickFields(
  document: unknown,
  fields: readonly string[],
  { isPart = false }: { readonly isPart?: boolean } = {},
): unknown {
  const records = Array.isArray(document) ? document : [document];
  if (!records.every(isRecord)) throw usageError('This result has no fields: use --json without "=…".');
  const known = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const strange = records.length === 0 || isPart ? undefined : fields.find((field) => !known.includes(field));
  if (strange !== undefined) throw unknownField(strange, known);
  const picked = records.map((record) => Object.fromEntries(fields.map((field) => [field, record[field] ?? null])));
  return Array.isArray(document) ? picked : picked[0];
}

function unknownField(field: string, known: readonly string[]): Error {
  const [near] = closestNames(field, known);
  const hint = near === undefined ? `Available: ${known.join(', ')}.` : `Did you mean ${near}?`;
  return usageError(`The result has no field ${JSON.stringify(field)}. ${hint}`);
}
