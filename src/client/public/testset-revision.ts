import type { Testset, TestsetEntry, TestsetRevision, TestsetRow } from '../../contract/testsets/testset.ts';
import type { Client } from '../create-client.ts';
import { orUnsupported } from './is-missing.ts';
import { isServiceError, userError, type UserError } from '../../foundation/errors/wf-error.ts';
import { isSameJson, orListed, readBack } from './confirm-write.ts';

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
  if (number !== null) await client.require('revisions of test sets', testset.name);
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

interface UploadTestsetOptions {
  readonly client: Client;
  readonly name: string;
  /** Finds the app that a new test set belongs to; `null`: the key's only one, or none. */
  readonly findAppId: () => Promise<string | null>;
  readonly pages: AsyncIterable<readonly TestsetRow[]>;
  /** Hash of the content. If the newest revision has the same tag, nothing is stored; `null` always stores. */
  readonly tag: string | null;
  /** Checks the revision before it is published, and throws if it is unsuitable. */
  readonly check?: (revision: TestsetRevision) => void;
  readonly checkRows?: (rows: readonly TestsetRow[], start: number) => void;
}

export interface UploadedTestset {
  readonly revision: TestsetRevision;
  /** False when the newest revision already had these rows. */
  readonly created: boolean;
  /** Why it was not read back; omitted: it was, or the service is ours. */
  readonly warning?: string | null;
}

/** Rows per request: about 1 MB for typical rows. */
const PAGE = 2000;

/**
 * Uploads rows as a new revision of a test set, page by page. The revision is invisible until the last page is stored, so
 * a file that is malformed in the middle leaves nothing behind.
 */
export async function uploadTestset(options: UploadTestsetOptions): Promise<UploadedTestset> {
  const { client, name, findAppId, pages, tag, check = () => undefined, checkRows = () => undefined } = options;
  if ((await client.extensions()) === null) return await uploadWhole(options);
  const appId = await findAppId();
  const opened = await client.openTestsetRevision({
    body: { name, content_tag: tag, ...(appId === null ? {} : { app_id: appId }) },
  });
  if (opened.testset_id !== null) {
    check(opened);
    return { revision: opened, created: false };
  }
  let open = opened;
  for await (const rows of inPages(pages)) {
    checkRows(rows, open.rows);
    const body = { position: open.rows, rows };
    open = await client.addTestsetRows({ testset_revision_id: open.id, body });
  }
  check(open);
  const revision = await client.finishTestsetRevision({ testset_revision_id: open.id });
  // It is another revision if somebody else stored the same rows at the same time.
  return { revision, created: revision.id === open.id };
}

async function* inPages(pages: AsyncIterable<readonly TestsetRow[]>): AsyncGenerator<TestsetRow[]> {
  let waiting: TestsetRow[] = [];
  for await (const rows of pages) {
    for (const row of rows) {
      waiting.push(row);
      if (waiting.length < PAGE) continue;
      yield waiting;
      waiting = [];
    }
  }
  if (waiting.length > 0) yield waiting;
}

/**
 * Uploads a test set to a service without revisions, in one request. It replaces no rows: nobody could get them back.
 *
 * @throws {WF_UNSUPPORTED} when a test set of that name has other rows
 * @throws {WF_UNEXPECTED_ANSWER} when the service stored other rows
 * @source facts §2.5
 */
async function uploadWhole(options: Omit<UploadTestsetOptions, 'tag' | 'findAppId'>): Promise<UploadedTestset> {
  const { client, name, check = () => undefined } = options;
  const rows = await readRows(options);
  check(describeRows({ id: '', name, created_at: '' }, rows));
  const same = (await client.listTestsets({ name })).filter((one) => one.name === name);
  for (const { id } of same) {
    const found = await client.getTestset({ testset_id: id });
    if (isSameJson(found.csvdata, rows)) return { revision: describeRows(found, rows), created: false };
  }
  if (same.length > 0) throw nameTaken(name);
  const created = await orListed(client, client.createTestset({ body: { name, csvdata: rows } }), async () =>
    (await client.listTestsets({ name })).find((one) => one.name === name),
  );
  const warning = await confirmStored(client, { ...created, name }, rows);
  return { revision: describeRows({ ...created, name }, rows), created: true, warning };
}

async function readRows({ pages, checkRows = () => undefined }: Pick<UploadTestsetOptions, 'pages' | 'checkRows'>) {
  const rows: TestsetRow[] = [];
  for await (const page of pages) {
    checkRows(page, rows.length);
    rows.push(...page);
  }
  return rows;
}

async function confirmStored(
  client: Client,
  { id, name }: Pick<Testset, 'id' | 'name'>,
  rows: readonly TestsetRow[],
): Promise<string | null> {
  const read = () => readStored(client, { id, name });
  const { record: stored, warning } = await readBack<readonly TestsetRow[]>(read, rows);
  if (isSameJson(stored, rows)) return warning;
  throw userError(
    'WF_UNEXPECTED_ANSWER',
    `The service stored test set ${name} (${id}) with other rows than were sent: ${stored.length} instead of ${rows.length}, or other cells.`,
    [`wf testsets show ${id}`, `wf testsets delete ${id}`],
  );
}

/** The public service fails without a reason for an unknown id; the list then shows it. */
async function readStored(client: Client, { id, name }: Pick<Testset, 'id' | 'name'>): Promise<readonly TestsetRow[]> {
  try {
    return (await client.getTestset({ testset_id: id })).csvdata;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const listed = await client.listTestsets({ name }).catch(() => null);
    if (listed === null || listed.some((one) => one.id === id)) throw error;
    throw userError(
      'WF_CONFLICT',
      `The service confirmed the test set ${name}, and does not list it by the id that it answered, ${id}.`,
      ['wf testsets list'],
    );
  }
}

function nameTaken(name: string): UserError {
  return userError(
    'WF_UNSUPPORTED',
    `This service lacks revisions of test sets, an extension of wf, and has a test set ${name} with other rows. Nothing was changed.`,
    ['Store it under another name: wf testsets create FILE --name NAME'],
  );
}
