import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { isWfError } from '../../../foundation/errors/wf-error.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import { readTestset } from '../../../evaluation/testset/read-testset.ts';
import { readBody } from '../../../http/read-body.ts';
import type { Operation, OperationContext } from '../../operation/operation.ts';
import { relocate } from '../../operation/relocate.ts';
import { createTestset } from './testsets.ts';
import { BODY_ROWS, IMPORTED_ANSWER } from '../../../foundation/sizes.ts';

const UNNAMED = 'testset';

type FileExtension = 'json' | 'jsonl' | 'csv';

/** How a file is read, by its `upload_type`; csv by default. */
const EXTENSIONS: Readonly<Record<string, FileExtension>> = { JSON: 'json', JSONL: 'jsonl' };

export const uploadTestset: Operation<'uploadTestset'> = {
  audit: { kind: 'testset', verb: 'created' },
  run: async ({ body }, context) => {
    const { file, upload_type, testset_name, app_id } = body;
    const extension = EXTENSIONS[upload_type?.toUpperCase() ?? ''] ?? 'csv';
    const csvdata = await readRows(new TextEncoder().encode(file), extension, 'file');
    return await store({ name: testset_name, app_id }, csvdata, context);
  },
};

export const importTestset: Operation<'importTestset'> = {
  audit: { kind: 'testset', verb: 'created' },
  prepare: async ({ body, authorization }, { tools }) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const bytes = await fetchBytes(body.endpoint, headers, tools);
    return await readRows(bytes, 'json', 'endpoint');
  },
  run: async ({ body }, context) => {
    const csvdata = context.prepared as TestsetRow[]; // as `prepare` returns them
    return await store({ name: body.testset_name }, csvdata, context);
  },
};

/** These requests have neither the app nor the rows. */
const OF_STORE = [
  { from: ['body', 'app_id'], to: ['body'] },
  { from: ['body', 'csvdata'], to: ['body'] },
];

interface Stored {
  readonly name: string | null | undefined;
  readonly app_id?: string | null | undefined;
}

async function store({ name, app_id = null }: Stored, csvdata: TestsetRow[], context: OperationContext) {
  const body = { name: name ?? UNNAMED, csvdata, ...(app_id === null ? {} : { app_id }) };
  return await relocate(OF_STORE, () => createTestset.run({ body }, context));
}

/** @source facts §2.5 */
const FETCH_MS = 10_000;
/** Parsing and storing more would hold up other requests. */
const MAX_BYTES = IMPORTED_ANSWER.most;
const MAX_ROWS = BODY_ROWS.most;

async function fetchBytes(
  url: string,
  headers: Readonly<Record<string, string>>,
  { fetch: guarded }: OperationContext['tools'],
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(FETCH_MS);
  // A redirect would take the caller's credential along, and to wherever its author likes.
  const response = await (guarded ?? fetch)(url, { headers, signal, redirect: 'manual' }).catch((error: unknown) => {
    throw invalid('endpoint', `The address cannot be fetched: ${reasonOf(error)}`);
  });
  if (!response.ok) throw invalid('endpoint', `The address answered ${response.status}`);
  const read = await readBody(response, MAX_BYTES).catch(() => {
    throw invalid('endpoint', 'The answer of the address broke off');
  });
  if (read.ok) return read.value;
  throw invalid('endpoint', `The answer of the address is larger than ${MAX_BYTES} bytes`);
}

/** The reason of a failed connection is one level deeper. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error.cause instanceof Error ? error.cause.message : '') || error.message;
}

async function readRows(bytes: Uint8Array, extension: FileExtension, field: string): Promise<TestsetRow[]> {
  const rows: TestsetRow[] = [];
  try {
    for await (const page of readTestset({ name: `${field}.${extension}`, chunks: inOnePart(bytes) })) {
      for (const row of page) rows.push(row);
      if (rows.length > MAX_ROWS) throw invalid(field, `The test set has more than ${MAX_ROWS} rows`);
    }
    return rows;
  } catch (error) {
    if (isWfError(error) && error.code === 'WF_TESTSET_INVALID') throw invalid(field, error.message);
    throw error;
  }
}

async function* inOnePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function invalid(field: string, message: string) {
  const msg = message.replace(/\.$/, '');
  return invalidField(['body', field], msg, 'value_error');
}
