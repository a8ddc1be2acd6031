import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { TestsetRow } from '../../../../src/contract/testsets/testset.ts';
import { uploadTestset } from '../../../../src/use-cases/testsets/upload-testset.ts';
import type { UploadTestsetOptions } from '../../../../src/use-cases/testsets/uploaded-testset.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const rowsOf = (count: number): TestsetRow[] => Array.from({ length: count }, (_, index) => ({ n: index }));

/** Uploads pages to a service that counts the rows; notes what is sent and checked. */
function uploading(pages: readonly TestsetRow[][], options: Partial<UploadTestsetOptions> = {}, opened: object = {}) {
  const checked: unknown[] = [];
  const { client, calls } = fakeClient({
    openTestsetRevision: async () => ({ id: 'r-1', testset_id: null, rows: 0, ...opened }) as never,
    addTestsetRows: async ({ body }) => ({ id: 'r-1', rows: body.position + body.rows.length }) as never,
    finishTestsetRevision: async () => ({ id: 'r-1', testset_id: 't-1' }) as never,
  });
  const uploaded = uploadTestset({
    client,
    name: 'cases',
    appId: null,
    pages: Readable.from(pages),
    tag: null,
    check: ({ rows }) => void checked.push(['all', rows]),
    checkRows: (rows, start) => void checked.push([start, rows.length]),
    ...options,
  });
  return { uploaded, calls, checked };
}

test('rows are sent two thousand at a time, and checked before they are stored', async () => {
  const { uploaded, calls, checked } = uploading([rowsOf(1500), rowsOf(1500), rowsOf(1001)]);
  expect(await uploaded).toEqual({ revision: { id: 'r-1', testset_id: 't-1' }, created: true });
  expect(checked).toEqual([
    [0, 2000],
    [2000, 2000],
    [4000, 1],
    ['all', 4001],
  ]);
  expect(calls.map(({ name }) => name)).toEqual([
    'openTestsetRevision',
    'addTestsetRows',
    'addTestsetRows',
    'addTestsetRows',
    'finishTestsetRevision',
  ]);
  expect(calls[0]?.input).toEqual({ body: { name: 'cases', content_tag: null } });
  expect(calls[2]?.input).toMatchObject({ testset_revision_id: 'r-1', body: { position: 2000 } });
  expect(calls.at(-1)?.input).toEqual({ testset_revision_id: 'r-1' });
});

test('two thousand rows are one request, and no rows are none', async () => {
  const names = async (count: number) => {
    const { uploaded, calls } = uploading([rowsOf(count)]);
    await uploaded;
    return calls.filter(({ name }) => name === 'addTestsetRows').length;
  };
  expect([await names(2000), await names(2001), await names(0)]).toEqual([1, 2, 0]);
});

test('the same content is not stored again', async () => {
  const same = { testset_id: 't-1', rows: 5 };
  const { uploaded, calls, checked } = uploading([rowsOf(5)], { appId: 'a-1', tag: 'x' }, same);
  expect(await uploaded).toEqual({ revision: { id: 'r-1', ...same }, created: false });
  expect(calls).toEqual([
    { name: 'openTestsetRevision', input: { body: { name: 'cases', content_tag: 'x', app_id: 'a-1' } } },
  ]);
  expect(checked).toEqual([['all', 5]]);
});

test('another revision of the same rows, stored meanwhile, is not ours', async () => {
  const { uploaded } = uploading([], {}, { id: 'r-0' });
  expect(await uploaded).toMatchObject({ revision: { id: 'r-1' }, created: false });
});

test('unsuitable rows are not stored, and an unsuitable revision is not published', async () => {
  const fail = () => {
    throw new Error('unsuitable');
  };
  const rows = uploading([rowsOf(1)], { checkRows: fail });
  await expect(rows.uploaded).rejects.toThrow('unsuitable');
  expect(rows.calls).toHaveLength(1);
  const whole = uploading([rowsOf(1)], { check: fail });
  await expect(whole.uploaded).rejects.toThrow('unsuitable');
  expect(whole.calls.at(-1)?.name).toBe('addTestsetRows');
});
