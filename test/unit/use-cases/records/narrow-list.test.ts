import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { keepBest, type Order } from '../../../../src/use-cases/records/narrow/keep-best.ts';
import { narrowHere } from '../../../../src/use-cases/records/narrow/narrow-here.ts';
import {
  type ListSource,
  type NarrowingQuery,
  narrowList,
} from '../../../../src/use-cases/records/narrow/narrow-list.ts';
import { type Narrowing, parseNarrowing } from '../../../../src/use-cases/records/narrow/parse-narrowing.ts';
import { newestFirst } from '../../../../src/use-cases/records/paged-list.ts';
import { collect } from '../../../helpers/collect.ts';

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

test.each<[Partial<Narrowing>, string, number, boolean]>([
  [{ limit: 2 }, 'one TWO', 4, false],
  [{ isDescending: true, limit: 2 }, 'four three', 4, false],
  [{ sort: 'cost', isDescending: true }, 'one four three TWO', 4, false],
  [{ search: 'o', limit: 1 }, 'one', 3, true],
  [{ until: '2026-11-01T00:00:00Z' }, '', 0, true],
])('a list that is here is narrowed by %j to %j, of %i', async (narrowing, names, total, isNarrowed) => {
  const list = narrowHere(ROWS, otherService().source.facts, { ...ANY, ...narrowing });
  expect((await collect(list.records)).map(({ name }) => name).join(' ')).toBe(names);
  const shown = names.split(' ').filter(Boolean).length;
  expect([list.outcome(), list.isNarrowed]).toEqual([{ shown, total, readHere: null }, isNarrowed]);
});

test('records without a time are in no span, and only the cases of ASCII letters are folded', async () => {
  const { source } = otherService([{ name: 'Äpfel', created: null, cost: null }]);
  expect(await collect(narrowList(source, { ...ANY, search: 'äpfel' }).records)).toEqual([]);
  expect(await collect(narrowList(source, { ...ANY, search: 'ÄPFEL' }).records)).toHaveLength(1);
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

describe('the first of many records', () => {
  const ascending: Order<number> = (one, other) => one.record - other.record || one.place - other.place;
  const best = async (records: readonly number[], limit: number | null, order = ascending) =>
    await collect(keepBest(Readable.from(records), order, limit));

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

describe('what is typed', () => {
  const NOW = new Date('2026-11-20T12:00:00Z');

  test.each([
    ['12h', '2026-11-20T00:00:00.000Z'],
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T00:30:00+02:00', '2026-10-31T22:30:00.000Z'],
  ])('--since %s is %s', (since, instant) => {
    expect(parseNarrowing({ since }, NOW).since).toBe(instant);
  });

  test.each([
    [{ since: 'yesterday' }, '--since cannot be "yesterday"'],
    [{ since: '2026-02-31' }, '--since cannot be "2026-02-31"'],
    [{ until: '2026-11-01 10:00' }, '--until cannot be "2026-11-01 10:00"'],
    [{ since: '2026-11-01T10:00:00' }, '--since cannot be "2026-11-01T10:00:00"'],
    [{ since: '1h', until: '2h' }, 'is not before --until'],
    [{ search: '' }, '--search takes 1 to 200 characters.'],
    [{ search: 'x'.repeat(201) }, '--search takes 1 to 200 characters.'],
  ])('%j is refused', (typed, message) => {
    expect(() => parseNarrowing(typed, NOW)).toThrow(message);
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
