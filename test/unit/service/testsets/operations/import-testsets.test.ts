import { expect, test } from 'vitest';
import type { OperationContext } from '../../../../../src/service/operation/operation.ts';
import { importTestset, uploadTestset } from '../../../../../src/service/testsets/operations/import-testsets.ts';
import { openOperations } from '../../../../helpers/open-operations.ts';

const invalid = (field: string, msg: string) => ({
  code: 'WF_INVALID_INPUT',
  message: `${msg}.`,
  details: [{ loc: ['body', field], msg, type: 'value_error' }],
});

async function upload(file: string, more: { upload_type?: string; testset_name?: string } = {}) {
  const { context, db } = await openOperations();
  const { name } = await uploadTestset.run({ body: { file, ...more } }, context);
  const rows = await db.selectFrom('testset_revision_rows').select('cells').orderBy('position').execute();
  return { name, rows: rows.map(({ cells }) => JSON.parse(cells) as unknown) };
}

test('a file is read as csv, or as JSON where it says so', async () => {
  const rows = [{ text: 'a' }, { text: 'b' }];
  expect(await upload('text\na\nb\n')).toEqual({ name: 'testset', rows });
  expect(await upload('text\na\nb\n', { upload_type: 'CSV', testset_name: 'cases' })).toEqual({ name: 'cases', rows });
  expect(await upload('[{"text":"a"},{"text":"b"}]', { upload_type: 'json' })).toEqual({ name: 'testset', rows });
});

test('a file that is no test set is refused with the reason', async () => {
  await expect(upload('text,text\na,b\n')).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: expect.stringMatching(/^file\.csv.*[^.]\.$/),
    details: [expect.objectContaining({ loc: ['body', 'file'], type: 'value_error' })],
  });
});

test('a test set has 50,000 rows at most', async () => {
  await expect(upload(`text\n${'a\n'.repeat(50_001)}`)).rejects.toMatchObject(
    invalid('file', 'The test set has more than 50000 rows'),
  );
});

type Fetch = NonNullable<OperationContext['tools']['fetch']>;

/** Prepares an import from an address that answers so, and returns the rows and the requests. */
async function prepare(answer: () => Promise<Response>, authorization?: string) {
  const { context, contextOf } = await openOperations();
  const requests: Parameters<Fetch>[] = [];
  const fetch: Fetch = async (...request) => {
    requests.push(request);
    return await answer();
  };
  const input = {
    body: { endpoint: 'https://x.example/rows' },
    ...(authorization === undefined ? {} : { authorization }),
  };
  const rows = await importTestset.prepare?.(input, contextOf({ tools: { ...context.tools, fetch } }));
  return { rows, requests };
}

test("an address is fetched with the caller's credential, and not redirected", async () => {
  const { rows, requests } = await prepare(async () => Response.json([{ text: 'a' }]), 'Bearer x');
  expect(rows).toEqual([{ text: 'a' }]);
  const signal = expect.any(AbortSignal);
  const options = { headers: { authorization: 'Bearer x' }, signal, redirect: 'manual' };
  expect(requests).toEqual([['https://x.example/rows', options]]);
  expect((await prepare(async () => Response.json([{ text: 'a' }]))).requests[0]?.[1]).toMatchObject({ headers: {} });
});

const breaking = () =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error('reset')),
  });

test.each([
  ['fails', () => Promise.reject(new Error('Nobody is there')), 'The address cannot be fetched: Nobody is there'],
  [
    'fails for a deeper reason',
    () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })),
    'The address cannot be fetched: ECONNREFUSED',
  ],
  [
    'fails for a reason without words',
    () => Promise.reject(new TypeError('fetch failed', { cause: new Error('') })),
    'The address cannot be fetched: fetch failed',
  ],
  // eslint-disable-next-line prefer-promise-reject-errors -- as libraries may
  ['fails with a text', () => Promise.reject('no'), 'The address cannot be fetched: no'],
  ['redirects', async () => new Response('', { status: 302 }), 'The address answered 302'],
  ['breaks off', async () => new Response(breaking()), 'The answer of the address broke off'],
  [
    'answers too much',
    async () => new Response(' '.repeat(1024 * 1024 + 1)),
    'The answer of the address is larger than 1048576 bytes',
  ],
] as const)('an address that %s is refused', async (_, answer, msg) => {
  await expect(prepare(answer)).rejects.toMatchObject(invalid('endpoint', msg));
});

test('an answer of 1 MiB is read', async () => {
  const text = '[{"text":"a"}]'.padEnd(1024 * 1024);
  expect((await prepare(async () => new Response(text))).rows).toEqual([{ text: 'a' }]);
});

test('prepared rows are stored under the given name, or as a test set', async () => {
  const { contextOf } = await openOperations();
  const prepared = contextOf({ prepared: [{ text: 'a' }] });
  const store = async (testset_name?: string) => {
    const named = testset_name === undefined ? {} : { testset_name };
    return (await importTestset.run({ body: { endpoint: 'https://x.example/', ...named } }, prepared)).name;
  };
  expect([await store(), await store('cases')]).toEqual(['testset', 'cases']);
});
