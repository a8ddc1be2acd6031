import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { ListCallOptions } from '../../../../src/client/calls/paginate.ts';
import type { Client } from '../../../../src/client/create-client.ts';
import {
  type FieldCondition,
  filterList,
  filterRecords,
  keepFirst,
} from '../../../../src/client/public/filter-list.ts';
import {
  ALL,
  FILTERED_LISTS,
  type ListFilter,
  newestFirst,
  type Order,
} from '../../../../src/client/public/list-filter.ts';
import type { AppVariantResponse } from '../../../../src/contract/variants/variant.ts';
import { collect } from '../../../helpers/collect.ts';

const ROWS = [
  { variant_name: 'one', created_at: '2026-11-01T00:00:00Z', revision: 3 },
  { variant_name: 'TWO', created_at: '2026-11-02T00:00:00Z', revision: null },
  { variant_name: 'three', created_at: '2026-11-03T00:00:00Z', revision: 1 },
  { variant_name: 'four', created_at: '2026-11-03T00:00:00Z', revision: 2 },
].map((row) => ({ ...row, config_name: '', base_name: '' })) as unknown as AppVariantResponse[]; // the fields that lists read

type Query = Readonly<Record<string, unknown>>;

/** A service that ignores the query, as others do, and records it; or one that reports a number of matches. */
function serve(rows: readonly AppVariantResponse[] = ROWS, total: number | null = null) {
  const queries: Query[] = [];
  const paginate = (_: string, { app_id: _app, ...query }: Query, call?: ListCallOptions) => {
    queries.push(query);
    if (total !== null && query['total'] === 'true') call?.onTotal?.(total);
    return Readable.from(rows);
  };
  const list = async (filter: Partial<ListFilter>, where: readonly FieldCondition[] = []) =>
    await filterList(
      { paginate } as unknown as Client,
      'listAppVariants',
      { app_id: 'a' },
      { ...ALL, ...filter },
      where,
    );
  return { list, queries };
}

const namesOf = async (records: AsyncIterable<AppVariantResponse>) =>
  (await collect(records)).map(({ variant_name }) => variant_name).join(' ');

test.each<[string, Partial<ListFilter>, string]>([
  ['everything', {}, 'one TWO three four'],
  ['the first ones', { limit: 2 }, 'one TWO'],
  ['the newest ones, the last of those created together first', { isDescending: true, limit: 3 }, 'four three TWO'],
  ['what was created since', { since: '2026-11-02T00:00:00Z' }, 'TWO three four'],
  ['what was created before', { until: '2026-11-03T00:00:00Z' }, 'one TWO'],
  ['what was created in another time zone', { since: '2026-11-03T02:00:00+02:00' }, 'three four'],
  ['text in a name, in any case', { search: 'Two' }, 'TWO'],
  ['no pattern', { search: '%' }, ''],
  ['an order by text', { sort: 'name' }, 'TWO four one three'],
  ['an order by numbers, unknown ones last', { sort: 'revision' }, 'three four one TWO'],
  ['the reverse order, unknown ones last', { sort: 'revision', isDescending: true }, 'one four three TWO'],
  ['the first ones of an order', { sort: 'revision', limit: 1 }, 'three'],
])('a list of a service that cannot filter has %s', async (_, filter, names) => {
  const { records } = await serve().list(filter);
  expect(await namesOf(records)).toBe(names);
});

test.each<[Partial<ListFilter>, string, number, boolean]>([
  [{ limit: 2 }, 'one TWO', 4, false],
  [{ isDescending: true, limit: 2 }, 'four three', 4, false],
  [{ sort: 'revision', isDescending: true }, 'one four three TWO', 4, false],
  [{ search: 'o', limit: 1 }, 'one', 3, true],
  [{ until: '2026-11-01T00:00:00Z' }, '', 0, true],
])('a short list is filtered by %j to %j, of %i', async (filter, names, total, isFiltered) => {
  const list = filterRecords(ROWS, FILTERED_LISTS.listAppVariants, { ...ALL, ...filter });
  expect(await namesOf(list.records)).toBe(names);
  const shown = names.split(' ').filter(Boolean).length;
  expect([list.outcome(), list.isFiltered]).toEqual([{ shown, total, readHere: null }, isFiltered]);
});

test('records without a time are in no span, and only the cases of ASCII letters are folded', async () => {
  const { list } = serve([{ ...ROWS[0], variant_name: 'Äpfel', created_at: null } as unknown as AppVariantResponse]); // no time
  expect(await namesOf((await list({ search: 'äpfel' })).records)).toBe('');
  expect(await namesOf((await list({ search: 'ÄPFEL' })).records)).toBe('Äpfel');
  expect(await namesOf((await list({ since: '2020-01-01T00:00:00Z' })).records)).toBe('');
});

test('a filtered list says who filtered it', async () => {
  const { list } = serve();
  const found = await list({ search: 'o', limit: 1 });
  await collect(found.records);
  // It stopped reading at the second match.
  expect(found.outcome()).toEqual({ shown: 1, total: null, readHere: 2 });
  const limited = await list({ limit: 10 });
  await collect(limited.records);
  expect(limited.outcome()).toEqual({ shown: 4, total: 4, readHere: null });
});

test('a service that reports a number has filtered and sorted the list', async () => {
  const list = await serve(ROWS.toReversed(), 17).list({ sort: 'name', limit: 3 });
  expect(await namesOf(list.records)).toBe('four three TWO');
  expect(list.outcome()).toEqual({ shown: 3, total: 17, readHere: null });
});

test('a list is sorted here by what no service sorts by', async () => {
  const { list, queries } = serve(ROWS, 4);
  expect(await namesOf((await list({ sort: 'revision', limit: 1 })).records)).toBe('three');
  expect(queries).toEqual([{ limit: 100, total: 'true' }]);
});

describe('the first of many records', () => {
  const ascending: Order<number> = (one, other) => one.record - other.record || one.index - other.index;
  const best = async (records: readonly number[], limit: number | null, order = ascending) =>
    await collect(keepFirst(Readable.from(records), order, limit));

  test.each([
    [null, [1, 2, 3, 5]],
    [2, [1, 2]],
    [0, []],
    [9, [1, 2, 3, 5]],
  ])('with the limit %j, the first are %j', async (limit, expected) => {
    expect(await best([3, 1, 5, 2], limit)).toEqual(expected);
  });

  test('the first of many records are found, wherever they stand', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => (index * 7919) % 5000);
    expect(await best(many, 3)).toEqual([0, 1, 2]);
    expect(await best(many.toReversed(), 3)).toEqual([0, 1, 2]);
    expect(await best(many, null)).toHaveLength(5000);
  });
});

describe('a list that should be newest first', () => {
  test.each([
    ['as it was asked for', [3, 2, 1]],
    ['the other way round, by a service that knows no order', [1, 2, 3]],
  ])('a list in the order %s becomes newest first', async (_, records) => {
    expect(await inOrder(records)).toEqual([3, 2, 1]);
  });

  test('a list whose first records have the same time becomes newest first', async () => {
    const records = [98, 100, 99, ...Array.from({ length: 97 }, (_, index) => 97 - index)];
    expect(await inOrder(records)).toEqual(records);
  });

  test.each([[[]], [[1]]])('a list of %j stays as it is', async (records) => {
    expect(await inOrder(records)).toEqual(records);
  });

  test('a list that is newest first is streamed', async () => {
    const walk = newestFirst(countDown(), (record) => record);
    expect([(await walk.next()).value, (await walk.next()).value]).toEqual([0, -1]);
    await walk.return(undefined);
  });

  async function inOrder(records: readonly number[]): Promise<readonly number[]> {
    return await Readable.from(newestFirst(Readable.from(records), (record: number) => record)).toArray();
  }

  /** @yields numbers, without an end */
  async function* countDown(): AsyncGenerator<number> {
    for (let number = 0; ; number -= 1) yield number;
  }
});
