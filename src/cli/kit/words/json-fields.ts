import { closestNames } from '../../../foundation/closest-names.ts';
import { isRecord } from '../../../foundation/record.ts';
import { beforeEnd } from './before-end.ts';
import { usageError } from './usage-error.ts';

/** A command line, and the fields of its `--json=FIELD,FIELD`. */
export interface FieldChoice {
  readonly argv: readonly string[];
  /** `null`: all of them. */
  readonly fields: readonly string[] | null;
}

/**
 * Extracts the fields of `--json=FIELD,FIELD`, leaving the plain switch that oclif knows.
 *
 * @throws {WF_USAGE} for an empty list
 */
export function takeJsonFields(argv: readonly string[]): FieldChoice {
  const word = beforeEnd(argv).find((one) => one.startsWith('--json='));
  if (word === undefined) return { argv, fields: null };
  const fields = word
    .slice('--json='.length)
    .split(',')
    .map((field) => field.trim());
  if (fields.includes('')) throw usageError('--json= has an empty field: write --json=name,id.');
  const rest = takeJsonFields(argv.with(argv.indexOf(word), '--json'));
  return { argv: rest.argv, fields: [...fields, ...(rest.fields ?? [])] };
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
