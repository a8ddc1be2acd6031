import { notFound } from '../../foundation/errors/not-found.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';

export interface FindRecordOptions<Record> {
  /** The kind of record, as in "variant". */
  readonly kind: string;
  /** What the user typed: a name, an id, or a prefix of an id. */
  readonly typed: string;
  readonly records: readonly Record[];
  readonly idOf: (record: Record) => string;
  /** Omitted for records without a name. */
  readonly nameOf?: (record: Record) => string;
  readonly nextSteps?: readonly string[];
}

/** A shorter prefix is more likely a mistyped name than an id. */
const MIN_PREFIX_LENGTH = 4;

/**
 * Finds a record among others: by name first, then by id, then by a unique prefix of an id.
 *
 * @throws {WF_NOT_FOUND} with the closest names
 * @throws {WF_USAGE} when more than one record matches, listing them
 */
export function findRecord<Record>(options: FindRecordOptions<Record>): Record {
  const { kind, typed, records, idOf, nameOf = idOf, nextSteps = [] } = options;
  const matches = matchesAmong(options);
  const [match, ...others] = matches;
  if (match === undefined)
    throw notFound({ kind, name: typed, available: [...new Set(records.map(nameOf))], nextSteps });
  if (others.length > 0)
    throw ambiguous(
      kind,
      typed,
      matches.map((record) => describe(record, options)),
    );
  return match;
}

/** Lists the records with this name, or else with this id, or else with this id prefix. */
export function matchesAmong<Record>({
  typed,
  records,
  idOf,
  nameOf = idOf,
}: Pick<FindRecordOptions<Record>, 'typed' | 'records' | 'idOf' | 'nameOf'>): readonly Record[] {
  const named = records.filter((record) => nameOf(record) === typed);
  const identified = records.filter((record) => idOf(record) === typed);
  const prefixed = typed.length < MIN_PREFIX_LENGTH ? [] : records.filter((record) => idOf(record).startsWith(typed));
  return [named, identified, prefixed].find((found) => found.length > 0) ?? [];
}

function describe<Record>(record: Record, { idOf, nameOf }: FindRecordOptions<Record>): string {
  return nameOf === undefined ? idOf(record) : `${nameOf(record)} (${idOf(record)})`;
}

/** The message lists at most this many matches. The list may be longer than the page we fetched, so it gives no total. */
const LISTED = 5;

function ambiguous(kind: string, typed: string, matches: readonly string[]): UserError {
  const listed = matches.slice(0, LISTED).join(', ');
  const isLong = matches.length > LISTED;
  const count = isLong ? `more than ${LISTED}` : matches.length;
  return new UserError({
    code: 'WF_USAGE',
    message: `${JSON.stringify(typed)} matches ${count} ${kind}s: ${listed}${isLong ? ', …' : ''}. Use a full id.`,
    details: { kind, name: typed, matches },
  });
}
