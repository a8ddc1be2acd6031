import { expect, test } from 'vitest';
import type { Narrowing } from '../../../../../src/use-cases/records/narrow/parse-narrowing.ts';
import { isInside, orderOf, type RecordFacts } from '../../../../../src/use-cases/records/narrow/record-facts.ts';

interface Row {
  readonly name: string;
  readonly created: string | null;
  readonly cost?: number | string | null;
}

const FACTS: RecordFacts<Row> = {
  createdAt: ({ created }) => created,
  names: ({ name }) => [name, `${name}-2`],
  fields: { cost: ({ cost = null }) => cost, name: ({ name }) => name },
};
const ANY: Narrowing = { since: null, until: null, search: null, sort: null, isDescending: false, limit: null };
const NOON = '2026-01-01T12:00:00Z';
const ROW: Row = { name: 'Äpfel UND', created: NOON };

test.each<[string, Partial<Narrowing>, boolean]>([
  ['nothing', {}, true],
  ['since its time', { since: NOON }, true],
  ['since its time elsewhere', { since: '2026-01-01T13:00:00+01:00' }, true],
  ['since a later time', { since: '2026-01-01T12:00:01Z' }, false],
  ['until its time', { until: NOON }, false],
  ['until a later time', { until: '2026-01-01T12:00:01Z' }, true],
  ['a text in upper case', { search: 'und' }, true],
  ['a text of its second name', { search: 'UND-2' }, true],
  ['a text of no name', { search: 'xyz' }, false],
  ['a letter that the database does not fold', { search: 'äpfel' }, false],
])('a record is inside of %s or not', (_, narrowing, expected) => {
  expect(isInside(ROW, FACTS, { ...ANY, ...narrowing })).toBe(expected);
});

test('a record without a time is outside of every period', () => {
  const row = { ...ROW, created: null };
  expect([{}, { since: NOON }, { until: NOON }].map((only) => isInside(row, FACTS, { ...ANY, ...only }))).toEqual([
    true,
    false,
    false,
  ]);
});

test('both kinds of conditions must hold', () => {
  const inside = (isWanted: boolean, holds: boolean) =>
    isInside(ROW, { ...FACTS, isWanted: () => isWanted, holds: () => holds }, ANY);
  expect([inside(true, true), inside(true, false), inside(false, true)]).toEqual([true, false, false]);
});

const sorted = (rows: readonly Row[], narrowing: Partial<Narrowing>) =>
  rows
    .map((record, place) => ({ record, place }))
    .toSorted(orderOf(FACTS, { ...ANY, ...narrowing }))
    .map(({ record }) => record.name);

test('records are sorted by their time unless a field is named, and equal ones stay in their order', () => {
  const rows = ['b', 'a', 'c'].map((name) => ({ name, created: name === 'c' ? '2025' : '2026' }));
  expect(sorted(rows, {})).toEqual(['c', 'b', 'a']);
  expect(sorted(rows, { isDescending: true })).toEqual(['a', 'b', 'c']);
  expect(sorted(rows, { sort: 'unknown' })).toEqual(['c', 'b', 'a']);
  expect(sorted(rows, { sort: 'name' })).toEqual(['a', 'b', 'c']);
  expect(sorted(rows, { sort: 'name', isDescending: true })).toEqual(['c', 'b', 'a']);
});

test('numbers are sorted as numbers, and a missing value comes last in both orders', () => {
  const rows = [null, 10, 9, 10].map((cost, index) => ({ name: `${index}`, created: null, cost }));
  expect(sorted(rows, { sort: 'cost' })).toEqual(['2', '1', '3', '0']);
  expect(sorted(rows, { sort: 'cost', isDescending: true })).toEqual(['1', '3', '2', '0']);
  const gaps = [10, null, 9, null].map((cost, index) => ({ name: `${index}`, created: null, cost }));
  expect(sorted(gaps, { sort: 'cost' })).toEqual(['2', '0', '1', '3']);
  expect(sorted(gaps.toReversed(), { sort: 'cost' })).toEqual(['2', '0', '3', '1']);
  const mixed = ['9', 10].map((cost, index) => ({ name: `${index}`, created: null, cost }));
  expect(sorted(mixed, { sort: 'cost' })).toEqual(['1', '0']);
});
