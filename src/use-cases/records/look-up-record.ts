import { findRecord, type FindRecordOptions, matchesAmong } from './find-record.ts';

/** What a list is asked for, so that it need not give all of its records. */
export interface Only {
  readonly name?: string;
  readonly id_prefix?: string;
  readonly limit?: number;
}

export interface LookUpOptions<Record> extends Omit<FindRecordOptions<Record>, 'records'> {
  /** Asks the list; a service that knows no such filter gives all it has. */
  readonly ask: (only: Only) => Promise<readonly Record[]>;
  /** What to do where there is no record yet. */
  readonly firstSteps: readonly string[];
}

/**
 * Finds the record somebody named by requests that cost little however many there are: for its name, then for the
 * beginning of its id. All records are only asked for when no one has it, to say which come near.
 *
 * @throws {WF_NOT_FOUND} with the names that come near
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

/** One more than an error lists of those that a word may mean. */
const ENOUGH = 6;

function likely<Record>({ typed, nameOf }: Pick<FindRecordOptions<Record>, 'typed' | 'nameOf'>): Only[] {
  return [...(nameOf === undefined ? [] : [{ name: typed }]), ...(isLikeId(typed) ? [{ id_prefix: typed }] : [])];
}

/** Answers whether a text may be the beginning of an id. */
export function isLikeId(text: string): boolean {
  return /^[0-9a-f-]{4,36}$/.test(text);
}
