import { describe, expect, test } from 'vitest';
import { allRows, createRowFilter, type RowSource, sampleOf, walkRows } from '../../../../src/ui/browse/row-sources.ts';
import type { Column } from '../../../../src/ui/layout/table-model.ts';

/** @yields what is made of 1, 2 and so on */
async function* countUp(length: number, make: (count: number) => number): AsyncGenerator<number> {
  for (let count = 1; count <= length; count += 1) yield make(count);
}

/** A list of numbers whose reported count is `count`, and how many were requested from the start and from the end. */
function walked(length: number, count: number | null = length) {
  const asked = { forwards: 0, backwards: 0 };
  const forwards = countUp(length, (made) => {
    asked.forwards = made;
    return made - 1;
  });
  const backwards = countUp(length, (made) => {
    asked.backwards = made;
    return length - made;
  });
  return { source: walkRows(forwards, { count: async () => count, walk: () => backwards }), asked };
}

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

test('a list without a count grows by a thousand rows from its start', async () => {
  const { source } = walked(1500, null);
  await source.fetchMore(0);
  await source.count();
  expect([source.rows.length, source.isComplete, source.isCounted]).toEqual([1000, false, false]);
  await source.fetchMore(1499);
  expect([source.rows, source.isComplete, source.isCounted]).toEqual([numbers(1500), true, true]);
});

describe('a counted list', () => {
  test('can show its end without the rows before it', async () => {
    const { source, asked } = walked(100_000);
    await source.fetchMore(0);
    await source.count();
    expect([source.rows.length, source.isCounted]).toEqual([100_000, true]);
    await source.fetchMore(99_999);
    expect([source.rows[99_999], source.rows[99_000], source.rows[98_999]]).toEqual([99_999, 99_000, undefined]);
    expect([asked.forwards < 1100, asked.backwards < 1100, source.isComplete]).toEqual([true, true, false]);
  });

  test('is fetched from the nearer end', async () => {
    const { source } = walked(10_000);
    await source.count();
    for (const place of [0, 9999, 8999, 1000]) await source.fetchMore(place);
    expect([1999, 2000, 7999, 8000].map((place) => source.rows[place])).toEqual([1999, undefined, undefined, 8000]);
  });

  test.each([
    ['its beginning', 2500, 2500, [0, 0, 0]],
    ['its end', 2500, 2500, [2499, 1499, 499]],
    ['both ends', 2500, 2500, [0, 2499, 1200]],
    ['its beginning, where it is shorter than its count', 1200, 3000, [0, 0, 0]],
    ['its end, where it is shorter than its count', 1200, 3000, [2999, 2000, 1000]],
    ['nowhere, without rows', 0, 0, []],
  ])('is complete when read from %s', async (_, length, count, places) => {
    const { source } = walked(length, count);
    await source.count();
    for (const place of places) await source.fetchMore(place);
    expect([source.rows, source.isComplete, source.isCounted]).toEqual([numbers(length), true, true]);
  });
});

interface City {
  readonly name: string;
  readonly rivers?: number;
}

/** Cities, and which of them a filter looked at. */
function citiesOf(...rows: (City | undefined)[]) {
  const checked: string[] = [];
  const columns = (): Column<City>[] => [
    { header: 'name', value: ({ name }) => (checked.push(name), name) },
    { header: 'rivers', value: ({ rivers }) => rivers },
  ];
  const source: RowSource<City> = { ...allRows<City>([]), rows };
  return { rows, checked, listing: { source, columns } };
}

const [BONN, ULM] = [
  { name: 'Bonn', rivers: 1 },
  { name: 'Ulm', rivers: 2 },
] as const;

test('every typed word is searched in the cells, ignoring case', () => {
  const { listing } = citiesOf(BONN, ULM, { name: 'Bonn an der Donau' });
  const found = (typed: string) =>
    createRowFilter(listing, typed, null)
      .read()
      .map((row) => row?.name);
  expect([found('bonn'), found('2 ULM')]).toEqual([['Bonn', 'Bonn an der Donau'], ['Ulm']]);
  // Neither the text of a missing value nor two cells without their gap.
  expect(['null', 'undefined', 'mutated', 'Ulm2'].map(found)).toEqual([[], [], [], []]);
});

test('rows are checked once, up to the first that is not loaded', () => {
  const { rows, checked, listing } = citiesOf(BONN, ULM, undefined, { name: 'Bonnland' });
  const filter = createRowFilter(listing, 'bonn', null);
  expect(filter.read()).toEqual([BONN]);
  rows[2] = { name: 'Bonndorf' };
  expect(filter.read().map((row) => row?.name)).toEqual(['Bonn', 'Bonndorf', 'Bonnland']);
  expect(filter.read()).toHaveLength(3);
  expect(checked).toEqual(['Bonn', 'Ulm', 'Bonndorf', 'Bonnland']);
});

test('a longer word is searched among the rows of the shorter', () => {
  const { checked, listing } = citiesOf(BONN, ULM, { name: 'Bonndorf' });
  const short = createRowFilter(listing, 'bonn', null);
  short.read();
  checked.splice(0);
  expect(createRowFilter(listing, 'bonnd', short).read()).toEqual([{ name: 'Bonndorf' }]);
  expect(checked).toEqual(['Bonn', 'Bonndorf']);
});

test('columns are decided by the first 200 rows, as far as they are loaded', () => {
  const rows = Array.from({ length: 300 }, (_, index) => (index === 1 ? undefined : index));
  const sample = sampleOf({ ...allRows<number>([]), rows });
  expect([sample.length, sample[0], sample[1], sample.at(-1)]).toEqual([199, 0, 2, 199]);
});
