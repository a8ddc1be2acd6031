import type { Client } from '../../client/create-client.ts';
import type { Testset, TestsetRow } from '../../contract/testsets/testset.ts';
import { resolveTestsetRevision } from './resolve-testset.ts';
import { type RevisedTestset, walkRows } from '../../client/public/testset-revision.ts';

export interface ShownTestset extends RevisedTestset {
  /** The first rows. */
  readonly rows: readonly TestsetRow[];
}

/**
 * Fetches a test set with its first rows.
 *
 * @param limit - maximum number of rows; `null`: all
 * @throws {WF_NOT_FOUND} when no test set has that name or id, or not that revision
 */
export async function showTestset(client: Client, typed: string, limit: number | null): Promise<ShownTestset> {
  const found = await resolveTestsetRevision(client, typed);
  const rows: TestsetRow[] = [];
  for await (const row of walkRows(client, found)()) {
    if (limit !== null && rows.length >= limit) break;
    rows.push(row);
  }
  return { ...found, rows };
}

/** Converts a test set to its wire record. */
export function toTestset({ testset, revision, rows }: ShownTestset): Testset {
  const { id, name, created_at, updated_at, labels, archived_at } = testset;
  const number = revision.revision === null ? {} : { revision: revision.revision };
  const marks = labels === undefined ? {} : { labels, archived_at };
  return { id, name, csvdata: [...rows], created_at, updated_at, ...number, ...marks };
}
