import type { Client } from '../client/create-client.ts';
import type { TestsetEntry, TestsetRevision, TestsetRow } from '../contract/records/testset.ts';
import { notFound } from '../errors/not-found.ts';
import { findRecord } from './find-record.ts';
import { shellWord } from '../errors/shell-word.ts';

/**
 * Finds the test set somebody named.
 *
 * @param testset - name, id or unique beginning of an id
 * @throws {WF_NOT_FOUND} when no test set has that name
 */
export async function resolveTestset(client: Client, testset: string): Promise<TestsetEntry> {
  return find(await client.listTestsets({}), testset);
}

/** A stored test set at one of its revisions. */
export interface RevisedTestset {
  readonly testset: TestsetEntry;
  readonly revision: TestsetRevision;
}

/**
 * Finds a test set at a revision: `cases@2`, or the newest without a number.
 *
 * @throws {WF_NOT_FOUND} when there is no such test set or revision
 */
export async function resolveTestsetRevision(client: Client, typed: string): Promise<RevisedTestset> {
  const testsets = await client.listTestsets({});
  const [, name = typed, number] = testsets.some((one) => one.name === typed) ? [] : (/^(.+)@(\d+)$/.exec(typed) ?? []);
  const testset = find(testsets, name);
  const revisions = await client.listTestsetRevisions({ testset_id: testset.id });
  const wanted =
    number === undefined ? revisions.at(-1) : revisions.find(({ revision }) => revision === Number(number));
  if (wanted !== undefined) return { testset, revision: wanted };
  const available = revisions.map(({ revision }) => `${testset.name}@${revision}`);
  throw notFound({
    kind: 'test set revision',
    name: typed,
    available,
    nextSteps: [`wf testsets show ${shellWord(testset.name)}`],
  });
}

/** The service's longest page: a walk over many rows asks as seldom as it can. */
const PAGE_SIZE = 1000;

/** Walks the rows of a revision, page by page. */
export function walkRows(client: Client, { testset, revision }: RevisedTestset): () => AsyncIterable<TestsetRow> {
  const input = { testset_id: testset.id, revision: revision.revision ?? 1, limit: PAGE_SIZE };
  return () => client.paginate('listTestsetRows', input);
}

function find(records: readonly TestsetEntry[], typed: string): TestsetEntry {
  return findRecord({
    kind: 'test set',
    typed,
    records,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    nextSteps: records.length === 0 ? ['wf testsets create FILE'] : ['wf testsets list'],
  });
}
