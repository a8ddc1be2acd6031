import type { Client } from '../../client/create-client.ts';
import type { Testset, TestsetRevision, TestsetRow } from '../../contract/testsets/testset.ts';
import { isServiceError, UserError } from '../../foundation/errors/wf-error.ts';
import type { UploadedTestset, UploadTestsetOptions } from './uploaded-testset.ts';
import { orListed } from '../records/confirm-write.ts';
import { readBack } from '../records/read-back.ts';
import { isSameJson } from '../records/is-same-json.ts';

/**
 * Uploads a test set to a service without revisions, in one request. It replaces no rows: nobody could get them back.
 *
 * @throws {WF_UNSUPPORTED} when a test set of that name has other rows
 * @throws {WF_UNEXPECTED_ANSWER} when the service stored other rows
 * @source facts §2.5
 */
export async function uploadWholeTestset(
  options: Omit<UploadTestsetOptions, 'tag' | 'appId'>,
): Promise<UploadedTestset> {
  const { client, name, check = () => undefined } = options;
  const rows = await readRows(options);
  check(describe({ id: '', name, created_at: '' }, rows));
  const same = (await client.listTestsets({ name })).filter((one) => one.name === name);
  for (const { id } of same) {
    const found = await client.getTestset({ testset_id: id });
    if (isSameJson(found.csvdata, rows)) return { revision: describe(found, rows), created: false };
  }
  if (same.length > 0) throw nameTaken(name);
  const created = await orListed(client, client.createTestset({ body: { name, csvdata: rows } }), async () =>
    (await client.listTestsets({ name })).find((one) => one.name === name),
  );
  const warning = await confirmStored(client, { ...created, name }, rows);
  return { revision: describe({ ...created, name }, rows), created: true, warning };
}

async function readRows({ pages, checkRows = () => undefined }: Pick<UploadTestsetOptions, 'pages' | 'checkRows'>) {
  const rows: TestsetRow[] = [];
  for await (const page of pages) {
    checkRows(page, rows.length);
    rows.push(...page);
  }
  return rows;
}

/** Describes a whole test set as the only revision there is. */
export function describe(
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

async function confirmStored(
  client: Client,
  { id, name }: Pick<Testset, 'id' | 'name'>,
  rows: readonly TestsetRow[],
): Promise<string | null> {
  const read = () => readStored(client, { id, name });
  const { record: stored, warning } = await readBack<readonly TestsetRow[]>(read, rows);
  if (isSameJson(stored, rows)) return warning;
  throw new UserError({
    code: 'WF_UNEXPECTED_ANSWER',
    message: `The service stored test set ${name} (${id}) with other rows than were sent: ${stored.length} instead of ${rows.length}, or other cells.`,
    nextSteps: [`wf testsets show ${id}`, `wf testsets delete ${id}`],
  });
}

/** The public service fails without a reason for an unknown id; the list then shows it. */
async function readStored(client: Client, { id, name }: Pick<Testset, 'id' | 'name'>): Promise<readonly TestsetRow[]> {
  try {
    return (await client.getTestset({ testset_id: id })).csvdata;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const listed = await client.listTestsets({ name }).catch(() => null);
    if (listed === null || listed.some((one) => one.id === id)) throw error;
    throw new UserError({
      code: 'WF_CONFLICT',
      message: `The service confirmed the test set ${name}, and does not list it by the id that it answered, ${id}.`,
      nextSteps: ['wf testsets list'],
    });
  }
}

function nameTaken(name: string): UserError {
  return new UserError({
    code: 'WF_UNSUPPORTED',
    message: `This service lacks revisions of test sets, an extension of wf, and has a test set ${name} with other rows. Nothing was changed.`,
    nextSteps: ['Store it under another name: wf testsets create FILE --name NAME'],
  });
}
