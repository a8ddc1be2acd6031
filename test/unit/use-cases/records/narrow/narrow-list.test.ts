import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import {
  type ListSource,
  narrowList,
  type NarrowingQuery,
} from '../../../../../src/use-cases/records/narrow/narrow-list.ts';
import type { Narrowing } from '../../../../../src/use-cases/records/narrow/parse-narrowing.ts';
import { collect } from '../../../../helpers/collect.ts';

interface Row {
  readonly name: string;
  readonly created: string | null;
  readonly cost: number | null;
}

const ROWS: readonly Row[] = [
  { name: 'one', created: '2026-11-01T00:00:00Z', cost: 3 },
  { name: 'TWO', created: '2026-11-02T00:00:00Z', cost: null },
  { name: 'three', created: '2026-11-03T00:00:00Z', cost: 1 },
  { name: 'four', created: '2026-11-03T00:00:00Z', cost: 2 },
];

const ANY: Narrowing = { since: null, until: null, search: null, sort: null, isDescending: false, limit: null };

/** A service that ignores the query, as others do, and records it. */
function otherService(rows: readonly Row[] = ROWS, only: Partial<ListSource<Row>> = {}) {
  const queries: NarrowingQuery[] = [];
  const source: ListSource<Row> = {
    facts: {
      createdAt: ({ created }) => created,
      names: ({ name }) => [name],
      fields: { name: ({ name }) => name, cost: ({ cost }) => cost },
    },
    isNarrowed: false,
    serviceSorts: ['name'],
    request: (query) => {
      queries.push(query);
      return Readable.from(rows);
    },
    ...only,
  };
  return { source, queries };
}

test.each<[string, Partial<Narrowing>, string]>([
  ['everything', {}, 'one TWO three four'],
  ['the first ones', { limit: 2 }, 'one TWO'],
  ['the newest ones, the last of those created together first', { isDescending: true, limit: 3 }, 'four three TWO'],
  ['what was created since', { since: '2026-11-02T00:00:00Z' }, 'TWO three four'],
  ['what was created before', { until: '2026-11-03T00:00:00Z' }, 'one TWO'],
  ['what was created in another time zone', { since: '2026-11-03T02:00:00+02:00' }, 'three four'],
  ['text in a name, in any case', { search: 'Two' }, 'TWO'],
  ['no pattern', { search: '%' }, ''],
  ['an order by text', { sort: 'name' }, 'TWO four one three'],
  ['an order by numbers, unknown ones last', { sort: 'cost' }, 'three four one TWO'],
  ['the reverse order, unknown ones last', { sort: 'cost', isDescending: true }, 'one four three TWO'],
  ['the first ones of an order', { sort: 'cost', limit: 1 }, 'three'],
])('a list of a service that cannot narrow has %s', async (_, narrowing, names) => {
  const { records } = narrowList(otherService().source, { ...ANY, ...narrowing });
  expect((await collect(records)).map(({ name }) => name).join(' ')).toBe(names);
});

test('records without a time are in no span', async () => {
  const { source } = otherService([{ name: 'a', created: null, cost: null }]);
  expect(await collect(narrowList(source, { ...ANY, since: '2020-01-01T00:00:00Z' }).records)).toEqual([]);
});

test('a narrowed list says who narrowed it', async () => {
  const { source } = otherService();
  const list = narrowList(source, { ...ANY, search: 'o', limit: 1 });
  await collect(list.records);
  // It stopped reading at the second match.
  expect(list.outcome()).toEqual({ shown: 1, total: null, readHere: 2 });
  const limited = narrowList(source, { ...ANY, limit: 10 });
  await collect(limited.records);
  expect(limited.outcome()).toEqual({ shown: 4, total: 4, readHere: null });
});

test('a service that reports a number has narrowed and sorted the list', async () => {
  const sorted = ROWS.toReversed();
  const { source } = otherService(sorted, {
    request: (query, onTotal) => {
      if (query.total === 'true') onTotal(17);
      return Readable.from(sorted);
    },
  });
  const list = narrowList(source, { ...ANY, sort: 'name', limit: 3 });
  expect((await collect(list.records)).map(({ name }) => name)).toEqual(['four', 'three', 'TWO']);
  expect(list.outcome()).toEqual({ shown: 3, total: 17, readHere: null });
});

test('a list is sorted here by what no service sorts by', async () => {
  const { source, queries } = otherService(ROWS, {
    request: (query, onTotal) => {
      queries.push(query);
      onTotal(4);
      return Readable.from(ROWS);
    },
  });
  const { records } = narrowList(source, { ...ANY, sort: 'cost', limit: 1 });
  expect((await collect(records)).map(({ name }) => name)).toEqual(['three']);
  expect(queries).toEqual([{ limit: 100, total: 'true' }]);
});

test('conditions that no service checks are not counted', async () => {
  const { source } = otherService(ROWS, {
    request: (_, onTotal) => {
      onTotal(4);
      return Readable.from(ROWS);
    },
  });
  const facts = { ...source.facts, holds: ({ cost }: Row) => cost !== null };
  const list = narrowList({ ...source, facts }, { ...ANY, limit: 2 });
  expect((await collect(list.records)).map(({ name }) => name)).toEqual(['one', 'three']);
  expect(list.outcome()).toEqual({ shown: 2, total: null, readHere: null });
});

test('the query has what was asked for, and one record more than the limit', async () => {
  const { source, queries } = otherService();
  await collect(narrowList(source, ANY).records);
  const since = '2026-11-01T00:00:00Z';
  await collect(narrowList(source, { ...ANY, since, search: 'o', sort: 'name', isDescending: true, limit: 2 }).records);
  expect(queries).toEqual([
    { limit: 100 },
    { limit: 3, order: 'desc', sort: 'name', total: 'true', created_since: since, search: 'o' },
  ]);
});

test('a limited order of many records keeps few of them', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({
    name: `${index}`,
    created: null,
    cost: (index * 7919) % 5000,
  }));
  const { records } = narrowList(otherService(many).source, { ...ANY, sort: 'cost', limit: 3 });
  expect((await collect(records)).map(({ cost }) => cost)).toEqual([0, 1, 2]);
});
