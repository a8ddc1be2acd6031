import { expect, test } from 'vitest';
import { NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';
import { collectColumns } from '../../../../src/service/testsets/testset-app.ts';
import { seen } from '../../../helpers/open-world.ts';
import { startService } from '../../../helpers/start-service.ts';

const invalid = (field: string, msg: unknown) => [
  422,
  { detail: [{ loc: ['body', field], msg, type: 'value_error' }] },
];

async function upload(body: { readonly file: string; upload_type?: string; testset_name?: string }) {
  await using running = await startService();
  const [status, stored] = await seen(await running.send('POST', '/testsets/upload', { body }));
  if (status !== 200) return [status, stored];
  const { id, name } = stored as { readonly id: string; readonly name: string };
  const [, testset] = await seen(await running.send('GET', `/testsets/${id}`));
  return { name, rows: (testset as { readonly csvdata: unknown }).csvdata };
}

test('a file is read as csv, or as JSON where it says so, and has a name', async () => {
  const rows = [{ text: 'a' }, { text: 'b' }];
  expect(await upload({ file: 'text\na\nb\n' })).toEqual({ name: 'testset', rows });
  const named = { upload_type: 'CSV', testset_name: 'cases' };
  expect(await upload({ file: 'text\na\nb\n', ...named })).toEqual({ name: 'cases', rows });
  expect(await upload({ file: JSON.stringify(rows), upload_type: 'json' })).toEqual({ name: 'testset', rows });
});

test('a file that is not a test set, or too long a one, is refused with the reason', async () => {
  const twice = await upload({ file: 'text,text\na,b\n' });
  expect(twice).toEqual(invalid('file', expect.stringMatching(/^file\.csv.*[^.]$/)));
  expect(await upload({ file: `text\n${'a\n'.repeat(50_001)}` })).toEqual(
    invalid('file', 'The test set has more than 50000 rows'),
  );
});

type Fetch = NonNullable<typeof NO_TOOLS.fetch>;

/** Imports a test set from an address that answers so, and returns the answer and the requests. */
async function importFrom(answer: () => Promise<Response>, query = '') {
  const requests: Parameters<Fetch>[] = [];
  const fetch: Fetch = async (...request) => {
    requests.push(request);
    return await answer();
  };
  await using running = await startService({ tools: { ...NO_TOOLS, fetch } });
  const body = { endpoint: 'https://x.example/rows' };
  const sent = await seen(await running.send('POST', `/testsets/endpoint${query}`, { body }));
  return { sent, requests };
}

test("an address is fetched with the caller's credential, and not redirected", async () => {
  const rows = async () => Response.json([{ text: 'a' }]);
  const { sent, requests } = await importFrom(rows, '?authorization=Bearer%20x');
  expect(sent).toEqual([200, expect.objectContaining({ name: 'testset' })]);
  const options = { headers: { authorization: 'Bearer x' }, signal: expect.any(AbortSignal), redirect: 'manual' };
  expect(requests).toEqual([['https://x.example/rows', options]]);
  expect((await importFrom(rows)).requests[0]?.[1]).toMatchObject({ headers: {} });
});

const breaking = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error('reset')) });

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
    async () => new Response('[{"text":"a"}]'.padEnd(1024 * 1024 + 1)),
    'The answer of the address is larger than 1048576 bytes',
  ],
] as const)('an address that %s is refused', async (_, answer, msg) => {
  expect((await importFrom(answer)).sent).toEqual(invalid('endpoint', msg));
});

test('an answer of 1 MiB is read', async () => {
  const text = '[{"text":"a"}]'.padEnd(1024 * 1024);
  expect((await importFrom(async () => new Response(text))).sent[0]).toBe(200);
});

const rowOf = (from: number, to: number) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`c${from + index}`, '']));

test('columns are listed in order of appearance, after those of earlier rows', async () => {
  const rows = [
    { b: '', a: '' },
    { c: '', a: '' },
  ];
  expect(await collectColumns(rows)).toEqual(['b', 'a', 'c']);
  expect(await collectColumns(rows, ['a', 'z'])).toEqual(['a', 'z', 'b', 'c']);
});

test('a test set has 20,000 columns at most', async () => {
  expect(await collectColumns([rowOf(0, 10_000), rowOf(10_000, 20_000)])).toHaveLength(20_000);
  await expect(collectColumns([rowOf(0, 10_000), rowOf(10_000, 20_001)])).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'A test set can have at most 20,000 columns.',
  });
});

test('other work goes on while the columns of many cells are collected', async () => {
  const order: string[] = [];
  const collect = async (rows: number, name: string) => {
    await collectColumns(Array.from({ length: rows }, () => ({ a: '', b: '' })));
    order.push(name);
  };
  await Promise.all([collect(5000, 'many'), collect(4999, 'few')]);
  expect(order).toEqual(['few', 'many']);
});
