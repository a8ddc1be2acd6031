import { expect, test } from 'vitest';
import { createRowFilter } from '../../../../src/ui/browse/filter-rows.ts';
import { allRows } from '../../../../src/ui/browse/row-sources.ts';
import type { RowSource } from '../../../../src/ui/browse/listing.ts';
import type { Column } from '../../../../src/ui/layout/table-model.ts';

interface City {
  readonly name: string;
  readonly rivers: number | null;
}
const city = (name: string, rivers: number | null = null): City => ({ name, rivers });

/** A filter of cities, and which of them were looked at. */
function filterOf(rows: readonly (City | undefined)[]) {
  const checked: string[] = [];
  const columns = (): Column<City>[] => [
    { header: 'name', value: ({ name }) => (checked.push(name), name) },
    { header: 'rivers', value: ({ rivers }) => rivers },
  ];
  const source = { ...allRows<City>([]), rows } as RowSource<City>;
  return { checked, listing: { source, columns } };
}

test('every typed word is searched in the cells, ignoring case', () => {
  const { listing } = filterOf([city('Bonn', 1), city('Ulm', 2), city('Bonn an der Donau')]);
  const found = (typed: string) =>
    createRowFilter(listing, typed, null)
      .read()
      .map((row) => row?.name);
  expect(found('bonn')).toEqual(['Bonn', 'Bonn an der Donau']);
  expect(found('2 ULM')).toEqual(['Ulm']);
  // Neither the text of a missing value nor two cells without their gap.
  expect(['null', 'undefined', 'mutated', 'Ulm2'].map(found)).toEqual([[], [], [], []]);
});

test('without words the rows are those of the source', () => {
  const { listing, checked } = filterOf([city('Bonn'), undefined]);
  expect(createRowFilter(listing, '', null).read()).toBe(listing.source.rows);
  expect(checked).toEqual([]);
});

test('rows are checked once, up to the first that is not loaded', () => {
  const rows: (City | undefined)[] = [city('Bonn'), city('Ulm'), undefined, city('Bonnland')];
  const { listing, checked } = filterOf(rows);
  const filter = createRowFilter(listing, 'bonn', null);
  expect(filter.read()).toEqual([city('Bonn')]);
  rows[2] = city('Bonndorf');
  expect(filter.read()).toEqual([city('Bonn'), city('Bonndorf'), city('Bonnland')]);
  expect(filter.read()).toHaveLength(3);
  expect(checked).toEqual(['Bonn', 'Ulm', 'Bonndorf', 'Bonnland']);
});

test('a longer word is searched among the rows of the shorter', () => {
  const { listing, checked } = filterOf([city('Bonn'), city('Ulm'), city('Bonndorf')]);
  const short = createRowFilter(listing, 'bonn', null);
  short.read();
  checked.splice(0);
  expect(createRowFilter(listing, 'bonnd', short).read()).toEqual([city('Bonndorf')]);
  expect(checked).toEqual(['Bonn', 'Bonndorf']);
});
