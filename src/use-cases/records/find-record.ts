import { notFound } from '../../errors/not-found.ts';
import { UserError } from '../../errors/wf-error.ts';

export interface FindRecordOptions<Record> {
  /** What is looked for, as in "variant". */
  readonly kind: string;
  /** What was typed: a name, an id, or the beginning of an id. */
  readonly typed: string;
  readonly records: readonly Record[];
  readonly idOf: (record: Record) => string;
  /** Left out for records that have no name. */
  readonly nameOf?: (record: Record) => string;
  readonly nextSteps?: readonly string[];
}

/** A shorter prefix is more likely a mistyped name than an id. */
const SHORTEST_PREFIX = 4;

/**
 * Finds the record somebody named: by name first, then by id, then by an id's unique beginning.
 *
 * @throws {WF_NOT_FOUND} with the names that come near
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

/** The records that a word may mean: those of the name, else the one of the id, else those whose id begins so. */
export function matchesAmong<Record>({
  typed,
  records,
  idOf,
  nameOf = idOf,
}: Pick<FindRecordOptions<Record>, 'typed' | 'records' | 'idOf' | 'nameOf'>): readonly Record[] {
  const named = records.filter((record) => nameOf(record) === typed);
  const identified = records.filter((record) => idOf(record) === typed);
  const prefixed = typed.length < SHORTEST_PREFIX ? [] : records.filter((record) => idOf(record).startsWith(typed));
  return [named, identified, prefixed].find((found) => found.length > 0) ?? [];
}

function describe<Record>(record: Record, { idOf, nameOf }: FindRecordOptions<Record>): string {
  return nameOf === undefined ? idOf(record) : `${nameOf(record)} (${idOf(record)})`;
}

/** Those after them are not counted: a list may have given no more than tell that it goes on. */
const LISTED = 5;

function ambiguous(kind: string, typed: string, matches: readonly string[]): UserError {
  const listed = matches.slice(0, LISTED).join(', ');
  const isLong = matches.length > LISTED;
  const count = isLong ? `more than ${LISTED}` : matches.length;
  return new UserError({
    code: 'WF_USAGE',
    message: `${JSON.stringify(typed)} means ${count} ${kind}s: ${listed}${isLong ? ', …' : ''}. Use a whole id.`,
    details: { kind, name: typed, matches },
  });
}

/** Answers whether a text is a whole id, which needs no looking up. */
export function isWholeId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
