import { expect, test } from 'vitest';
import type { TestsetEntry } from '../../../../src/contract/testsets/testset.ts';
import { narrowTestsets, type NarrowTestsetsOptions } from '../../../../src/use-cases/testsets/narrow-testsets.ts';
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

async function list(options: Partial<NarrowTestsetsOptions>) {
  const { client } = fakeClient({ listTestsets: async () => TESTSETS });
  const { records, isNarrowed } = narrowTestsets(client, {
    narrowing: ANY,
    labels: [],
    archived: false,
    ...options,
  });
  const found = await collect(records);
  return { names: found.map(({ name }) => name), isNarrowed };
}

test.each<[string, Partial<NarrowTestsetsOptions>, readonly string[], boolean]>([
  ['no conditions', {}, ['cases', 'answers', 'borders'], false],
  ['a label', { labels: ['team'] }, ['cases'], true],
  ['the archive', { archived: true }, ['old'], true],
  ['text in a name', { narrowing: { ...ANY, search: 'SWER' } }, ['answers'], true],
  ['a time', { narrowing: { ...ANY, until: '2026-11-02T00:00:00Z' } }, ['answers'], true],
  ['an order by creation', { narrowing: { ...ANY, sort: 'created' } }, ['answers', 'cases', 'borders'], false],
  ['an order by change', { narrowing: { ...ANY, sort: 'updated' } }, ['borders', 'cases', 'answers'], false],
  ['an order by name', { narrowing: { ...ANY, sort: 'name' } }, ['answers', 'borders', 'cases'], false],
  ['an order by rows', { narrowing: { ...ANY, sort: 'rows' } }, ['borders', 'cases', 'answers'], false],
])('test sets of a service that ignores what is asked are listed with %s', async (_, options, names, isNarrowed) => {
  expect(await list(options)).toEqual({ names, isNarrowed });
});
