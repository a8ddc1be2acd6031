import { notFound } from '../../foundation/closest-names.ts';
import { isSameName } from '../../contract/validation/name-rule.ts';
import { usageError, UserError } from '../../foundation/errors/wf-error.ts';

export interface Only {
  readonly name?: string;
  readonly id_prefix?: string;
  readonly limit?: number;
}

export interface LookUpOptions<Record> extends Omit<FindRecordOptions<Record>, 'records'> {
  /** Requests the list; a service without such filters returns all records. */
  readonly ask: (only: Only) => Promise<readonly Record[]>;
  readonly firstSteps: readonly string[];
}

/**
 * Finds a record with requests that stay cheap however many records there are: by name, then by id prefix. It fetches
 * all records only when none matches, to suggest the closest names.
 *
 * @throws {WF_NOT_FOUND} with the closest names
 * @throws {WF_USAGE} when more than one record matches, listing them
 */
export async function lookUpRecord<Record>({ ask, firstSteps, ...options }: LookUpOptions<Record>): Promise<Record> {
  for (const only of likely(options)) {
    const records = await ask({ ...only, limit: ENOUGH });
    if (matchesAmong({ ...options, records }).length > 0) return findRecord({ ...options, records });
  }
  const records = await ask({});
  return findRecord({ ...options, records, ...(records.length === 0 ? { nextSteps: firstSteps } : {}) });
}

/** One more than an ambiguity error lists. */
const ENOUGH = 6;

function likely<Record>({ typed, nameOf }: Pick<FindRecordOptions<Record>, 'typed' | 'nameOf'>): Only[] {
  return [...(nameOf === undefined ? [] : [{ name: typed }]), ...(mayBeIdPrefix(typed) ? [{ id_prefix: typed }] : [])];
}

/** Returns whether a text may be a prefix of an id. */
export function mayBeIdPrefix(text: string): boolean {
  return text.length >= MIN_PREFIX_LENGTH && /^[0-9a-f-]{1,36}$/.test(text);
}

interface FindRecordOptions<Record> {
  /** The kind of record, as in "variant". */
  readonly kind: string;
  /** What the user typed: a name, an id, or a prefix of an id. */
  readonly typed: string;
  readonly records: readonly Record[];
  readonly idOf: (record: Record) => string;
  /** Omitted for records without a name. */
  readonly nameOf?: (record: Record) => string;
  /** A second name, which names a record where nothing else does; `null`: it has none. */
  readonly aliasOf?: (record: Record) => string | null;
  readonly nextSteps?: readonly string[];
}

/** A shorter prefix is more likely a mistyped name than an id. */
const MIN_PREFIX_LENGTH = 4;

/**
 * Finds a record among others: by name first, then by id, then by a unique prefix of an id or a unique second name.
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
  if (others.length > 0) throw ambiguous(options, matches);
  return match;
}

/** Lists the records with this name, or else with this id, or else with this id prefix or second name. */
function matchesAmong<Record>({
  typed,
  records,
  idOf,
  nameOf = idOf,
  aliasOf,
}: Pick<FindRecordOptions<Record>, 'typed' | 'records' | 'idOf' | 'nameOf' | 'aliasOf'>): readonly Record[] {
  const exact = records.filter((record) => nameOf(record) === typed);
  const named = exact.length > 0 ? exact : records.filter((record) => isSameName(nameOf(record), typed));
  const identified = records.filter((record) => idOf(record) === typed);
  const isPrefixed = (record: Record) => typed.length >= MIN_PREFIX_LENGTH && idOf(record).startsWith(typed);
  const isAliased = (record: Record) => {
    const alias = aliasOf?.(record) ?? null;
    return alias !== null && isSameName(alias, typed);
  };
  const others = records.filter((record) => isPrefixed(record) || isAliased(record));
  return [named, identified, others].find((found) => found.length > 0) ?? [];
}

/** The message lists at most this many matches. The list may be longer than the page we fetched, so it gives no total. */
const LISTED = 5;

function ambiguous<Record>(
  { kind, typed, idOf, nameOf = idOf }: FindRecordOptions<Record>,
  records: readonly Record[],
): UserError {
  // Names that differ tell the records apart: they were found by what else they have.
  const isNamed = nameOf !== idOf && new Set(records.map(nameOf)).size === records.length;
  const matches = records.map((one) => (nameOf === idOf ? idOf(one) : `${nameOf(one)} (${idOf(one)})`));
  const listed = matches.slice(0, LISTED).join(', ');
  const isLong = matches.length > LISTED;
  const count = isLong ? `more than ${LISTED}` : matches.length;
  return new UserError({
    code: 'WF_USAGE',
    message: `${JSON.stringify(typed)} matches ${count} ${kind}s: ${listed}${isLong ? ', …' : ''}. Use a full ${isNamed ? 'name' : 'id'}.`,
    details: { kind, name: typed, matches },
  });
}

/** Splits `NAME@REVISION`; `null` if the text does not end in `@` and a revision number. */
export function splitRevision(typed: string): { name: string; revision: number } | null {
  const [, name, revision] = /^(.+)@([1-9]\d{0,8})$/.exec(typed) ?? [];
  return name === undefined ? null : { name, revision: Number(revision) };
}

export interface NamedLikeRevision {
  /** The kind of record, as in "variant". */
  readonly kind: string;
  readonly typed: string;
  /** Ids of the records that have what was typed as their name. */
  readonly ids: readonly string[];
  /** Id of the record whose revision that means; `null`: there is none. */
  readonly revised: string | null;
}

/** Refuses `tuned@1` where a record is called so: services of others and older ones of ours allow such names. */
export function namedLikeRevision({ kind, typed, ids, revised }: NamedLikeRevision): UserError {
  const { name, revision } = splitRevision(typed) ?? { name: typed, revision: 0 };
  const named = `${JSON.stringify(typed)} is the name of the ${kind} ${ids.slice(0, LISTED).join(', ')}`;
  return new UserError({
    code: 'WF_USAGE',
    message: `${named}, and means revision ${revision} of ${JSON.stringify(name)}${revised === null ? ', which does not exist' : ` (${revised})`}. Use an id.`,
    nextSteps: [
      `For the ${kind} of that name: ${ids[0] ?? 'ID'}`,
      ...(revised === null ? [] : [`For the revision: ${revised}@${revision}`]),
    ],
    details: { ambiguous: typed, kind, named: ids, revised },
  });
}

/** Refuses `production@1` where an environment is called so; environments are named, not found by their ids. */
export function environmentLikeRevision(typed: string): UserError {
  return usageError(
    `${JSON.stringify(typed)} is the name of an environment, and means a revision of another. Rename it.`,
    ['wf env list'],
  );
}

/** Splits names as typed, separated by commas; leaves out empty ones. */
export function splitNames(typed: string): string[] {
  return typed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
