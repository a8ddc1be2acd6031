import { expect, test } from 'vitest';
import type { TestsetEntry } from '../../../../src/contract/testsets/testset.ts';
import {
  narrowTestsets,
  type NarrowTestsetsOptions,
  TESTSET_FIELDS,
} from '../../../../src/use-cases/testsets/narrow-testsets.ts';
import { collect } from '../../../helpers/collect.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const ANY = { since: null, until: null, search: null, sort: null, isDescending: false, limit: null };

const TESTSETS = [
  { _id: 't1', id: 't1', name: 'cases', rows: 20, day: 2, labels: { team: 'search' } },
  { _id: 't2', id: 't2', name: 'answers', rows: null, day: 1 },
  { _id: 't3', id: 't3', name: 'old', rows: 5, day: 3, archived_at: '2026-11-20T00:00:00Z' },
  { _id: 't4', id: 't4', name: 'borders', rows: 7, day: 4 },
].map(({ day, ...testset }) => ({
  ...testset,
  created_at: `2026-11-0${day}T00:00:00Z`,
  updated_at: `2026-11-1${9 - day}T00:00:00Z`,
})) as unknown as TestsetEntry[];

/** Lists test sets of a service that ignores the query, and records it. */
async function list(options: Partial<NarrowTestsetsOptions>) {
  const { client, calls } = fakeClient({ listTestsets: async () => TESTSETS });
  const { records, isNarrowed } = narrowTestsets(client, {
    narrowing: ANY,
    labels: [],
    archived: false,
    ...options,
  });
  const found = await collect(records);
  return { names: found.map(({ name }) => name), query: calls[0]?.input, isNarrowed };
}

const USUAL = { archived: 'false', limit: 100 };
const TOLD = { ...USUAL, total: 'true' };

test.each<[string, Partial<NarrowTestsetsOptions>, Awaited<ReturnType<typeof list>>]>([
  ['no conditions', {}, { names: ['cases', 'answers', 'borders'], query: USUAL, isNarrowed: false }],
  ['a label', { labels: ['team'] }, { names: ['cases'], query: { ...TOLD, label: ['team'] }, isNarrowed: true }],
  ['the archive', { archived: true }, { names: ['old'], query: { ...TOLD, archived: 'true' }, isNarrowed: true }],
  [
    'text in a name',
    { narrowing: { ...ANY, search: 'SWER' } },
    { names: ['answers'], query: { ...TOLD, search: 'SWER' }, isNarrowed: true },
  ],
  [
    'a time',
    { narrowing: { ...ANY, until: '2026-11-02T00:00:00Z' } },
    { names: ['answers'], query: { ...TOLD, created_until: '2026-11-02T00:00:00Z' }, isNarrowed: true },
  ],
])('test sets are listed with %s', async (_, options, expected) => {
  expect(await list(options)).toEqual(expected);
});

test.each([
  ['created', ['answers', 'cases', 'borders'], TOLD],
  ['updated', ['borders', 'cases', 'answers'], { ...TOLD, sort: 'updated' }],
  ['name', ['answers', 'borders', 'cases'], { ...TOLD, sort: 'name' }],
  ['rows', ['borders', 'cases', 'answers'], TOLD],
])('test sets are sorted by %s, which the service does for some', async (sort, names, query) => {
  expect(await list({ narrowing: { ...ANY, sort } })).toEqual({ names, query, isNarrowed: false });
});

test('these fields can be sorted by', () => {
  expect(TESTSET_FIELDS).toEqual(['created', 'updated', 'name', 'rows']);
});
