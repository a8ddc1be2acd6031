import { findRecord, type FindRecordOptions, matchesAmong } from './find-record.ts';

/** Filters of a list request. */
export interface Only {
  readonly name?: string;
  readonly id_prefix?: string;
  readonly limit?: number;
}

export interface LookUpOptions<Record> extends Omit<FindRecordOptions<Record>, 'records'> {
  /** Requests the list; a service without such filters returns all records. */
  readonly ask: (only: Only) => Promise<readonly Record[]>;
  /** Next steps when there is no record yet. */
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
  return /^[0-9a-f-]{4,36}$/.test(text);
}
