import type { Client } from '../../client/create-client.ts';
import type { Testset, TestsetEntry, TestsetRow } from '../../contract/testsets/testset.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { lookUpRecord, namedLikeRevision, splitRevision } from '../records/look-up-record.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { readTestsetRevision, type RevisedTestset, walkRows } from '../../client/public/testset-revision.ts';
import type { ListRecord } from '../../client/calls/paginate.ts';
import { filterList } from '../../client/public/filter-list.ts';
import { FILTERED_LISTS, type FilteredList, type ListFilter } from '../../client/public/list-filter.ts';

/**
 * Finds a test set by name or id.
 *
 * @param testset - name, id or unique id prefix
 * @param appId - app whose own test set is used among those of the same name; `null`: none
 * @throws {WF_NOT_FOUND} when no test set has that name
 */
export async function resolveTestset(
  client: Client,
  testset: string,
  appId: string | null = null,
): Promise<TestsetEntry> {
  return await lookUpRecord({
    kind: 'test set',
    typed: testset,
    ask: async (only) => preferOwn(await client.listTestsets(only), appId),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    nextSteps: ['wf testsets list'],
    firstSteps: ['wf testsets create FILE'],
  });
}

/** Leaves out test sets that have the name of one of the app's own. */
function preferOwn(testsets: readonly TestsetEntry[], appId: string | null): readonly TestsetEntry[] {
  const own = new Set(testsets.flatMap(({ app_id, name }) => (appId !== null && app_id === appId ? [name] : [])));
  return testsets.filter(({ app_id, name }) => app_id === appId || !own.has(name));
}

/**
 * Resolves a test set at a revision: `cases@2`, or the newest revision without a number.
 *
 * @throws {WF_NOT_FOUND} when there is no such test set or revision
 */
export async function resolveTestsetRevision(
  client: Client,
  typed: string,
  appId: string | null = null,
): Promise<RevisedTestset> {
  const { name, revision: number } = await resolveName(client, typed);
  const testset = await resolveTestset(client, name, appId);
  const found = await readTestsetRevision(client, testset, number);
  if ('revision' in found) return found;
  const available = found.map(({ revision }) => `${testset.name}@${revision}`);
  throw notFound({
    kind: 'test set revision',
    name: typed,
    available,
    nextSteps: [`wf testsets show ${shellWord(testset.name)}`],
  });
}

/** Splits `cases@2` into name and number. @throws {WF_USAGE} when a test set has that very name */
async function resolveName(client: Client, typed: string): Promise<NameAndRevision> {
  const split = splitRevision(typed);
  if (split === null) return { name: typed, revision: null };
  const find = async (name: string) =>
    (await client.listTestsets({ name, limit: 1 })).find((one) => one.name === name)?.id ?? null;
  const whole = await find(typed);
  if (whole === null) return split;
  throw namedLikeRevision({ kind: 'test set', typed, ids: [whole], revised: await find(split.name) });
}

interface NameAndRevision {
  readonly name: string;
  readonly revision: number | null;
}

interface ShownTestset extends RevisedTestset {
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

export function toTestset({ testset, revision, rows }: ShownTestset): Testset {
  const { id, name, created_at, updated_at, labels, archived_at } = testset;
  const number = revision.revision === null ? {} : { revision: revision.revision };
  const marks = labels === undefined ? {} : { labels, archived_at };
  return { id, name, csvdata: [...rows], created_at, updated_at, ...number, ...marks };
}

export const TESTSET_FIELDS = Object.keys(FILTERED_LISTS.listTestsets.fields);

interface FilterTestsetsOptions {
  readonly filter: ListFilter;
  /** Labels that they must have, as `team` or `team=search`. */
  readonly labels: readonly string[];
  /** Whether to list archived ones, instead of others. */
  readonly archived: boolean;
}

/** Lists the test sets that match, oldest first. */
export async function filterTestsets(
  client: Client,
  { filter, labels, archived }: FilterTestsetsOptions,
): Promise<FilteredList<ListRecord<'listTestsets'>>> {
  const input = {
    archived: archived ? 'true' : 'false',
    ...(labels.length === 0 ? {} : { label: [...labels] }),
  } as const;
  return await filterList(client, 'listTestsets', input, filter);
}
