import type { Testset, TestsetEntry, TestsetRevision, TestsetRow } from '../../contract/testsets/testset.ts';
import type { Client } from '../create-client.ts';
import { orUnsupported } from './is-missing.ts';

/** The largest page that services send. */
const PAGE_SIZE = 1000;

/** A stored test set at one of its revisions. */
export interface RevisedTestset {
  readonly testset: TestsetEntry;
  readonly revision: TestsetRevision;
  /** Its rows, if the service sends them only as a whole; otherwise `null`. */
  readonly whole: readonly TestsetRow[] | null;
}

/**
 * Reads a test set at a revision. A service of others has no revisions, and sends a test set only as a whole.
 *
 * @param number - `null`: the newest
 * @returns the revisions that there are, if none has the number
 * @throws {WF_UNSUPPORTED} for a number on a service of others
 */
export async function readTestsetRevision(
  client: Client,
  testset: TestsetEntry,
  number: number | null,
): Promise<RevisedTestset | readonly TestsetRevision[]> {
  if (number !== null) await client.require('revisions of test sets');
  const revisions = await orUnsupported(client.listTestsetRevisions({ testset_id: testset.id }), null);
  if (revisions === null) {
    const { csvdata, ...record } = await client.getTestset({ testset_id: testset.id });
    return { testset, revision: describeRows(record, csvdata), whole: csvdata };
  }
  const wanted = number === null ? revisions.at(-1) : revisions.find(({ revision }) => revision === number);
  return wanted === undefined ? revisions : { testset, revision: wanted, whole: null };
}

/** Reads the rows of a revision page by page. */
export function walkRows(
  client: Client,
  { testset, revision, whole }: RevisedTestset,
): () => AsyncGenerator<TestsetRow, void, undefined> {
  return async function* walk() {
    if (whole !== null) return yield* whole;
    const input = { testset_id: testset.id, revision: revision.revision ?? 1, limit: PAGE_SIZE };
    yield* client.paginate('listTestsetRows', input);
  };
}

/** Describes a whole test set as the only revision there is. */
export function describeRows(
  { id, name, created_at }: Pick<Testset, 'id' | 'name' | 'created_at'>,
  rows: readonly TestsetRow[],
): TestsetRevision {
  return {
    id,
    testset_id: id,
    name,
    revision: null,
    rows: rows.length,
    columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
    content_tag: null,
    created_by: '',
    created_at,
  };
}
