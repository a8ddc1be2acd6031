import { expect, test } from 'vitest';
import { countSpans, deleteSpanRows, insertSpans, readSpans } from '../../../../src/service/traces/queries.ts';
import type { SpanRow } from '../../../../src/service/traces/to-span-row.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const span = (id: string, started_at: string): SpanRow => ({
  id,
  trace_id: 't',
  span_id: `span ${id}`,
  parent_span_id: null,
  name: 'step',
  kind: 'kind',
  started_at,
  ended_at: 'end',
  status_code: 'code',
  status_message: 'message',
  attributes: '{}',
  events: '[]',
  links: '[]',
});
const ALL = { oldest: null, newest: null };

async function openSpans() {
  const { db } = await openBare();
  await insertSpans(db, [span('b', '2'), span('a', '1'), span('c', '2'), span('d', '3')]);
  return db;
}

test('spans are stored once, and read newest first', async () => {
  const db = await openSpans();
  await insertSpans(db, []);
  await insertSpans(db, [{ ...span('a', '9'), name: 'again' }]);
  const list = async (range: Partial<typeof ALL> | { oldest: string }, limit = 9, offset = 0) =>
    (await readSpans(db, { ...ALL, ...range }, { limit, offset })).map(({ id }) => id);
  expect(await readSpans(db, ALL, { limit: 1, offset: 3 })).toEqual([span('a', '1')]);
  expect(await list({})).toEqual(['d', 'c', 'b', 'a']);
  expect(await list({}, 2, 1)).toEqual(['c', 'b']);
  expect(await list({ oldest: '2' })).toEqual(['d', 'c', 'b']);
  expect((await readSpans(db, { oldest: null, newest: '3' }, { limit: 9, offset: 0 })).map(({ id }) => id)).toEqual([
    'c',
    'b',
    'a',
  ]);
  expect([await countSpans(db, ALL), await countSpans(db, { oldest: '2', newest: '3' })]).toEqual([4, 2]);
});

test('spans are deleted, unless one of them is not there', async () => {
  const db = await openSpans();
  await expect(deleteSpanRows(db, ['span a', 'span x'])).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringContaining('span x'),
  });
  expect(await countSpans(db, ALL)).toBe(4);
  await deleteSpanRows(db, ['span a', 'span c']);
  expect((await readSpans(db, ALL, { limit: 9, offset: 0 })).map(({ id }) => id)).toEqual(['d', 'b']);
});
