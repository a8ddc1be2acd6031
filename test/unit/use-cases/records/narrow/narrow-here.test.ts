import { expect, test } from 'vitest';
import { narrowHere } from '../../../../../src/use-cases/records/narrow/narrow-here.ts';
import type { Narrowing } from '../../../../../src/use-cases/records/narrow/parse-narrowing.ts';
import type { RecordFacts } from '../../../../../src/use-cases/records/narrow/record-facts.ts';
import { collect } from '../../../../helpers/collect.ts';

interface Row {
  readonly name: string;
  readonly created: string;
  readonly cost: number | null;
}

const ROWS: readonly Row[] = [
  { name: 'one', created: '2026-11-01T00:00:00Z', cost: 3 },
  { name: 'Two', created: '2026-11-02T00:00:00Z', cost: null },
  { name: 'three', created: '2026-11-03T00:00:00Z', cost: 1 },
];
const FACTS: RecordFacts<Row> = {
  createdAt: ({ created }) => created,
  names: ({ name }) => [name],
  fields: { created: ({ created }) => created, cost: ({ cost }) => cost },
};
const ANY: Narrowing = { since: null, until: null, search: null, sort: null, isDescending: false, limit: null };

test.each<[Partial<Narrowing>, readonly string[], number, boolean]>([
  [{}, ['one', 'Two', 'three'], 3, false],
  [{ limit: 2 }, ['one', 'Two'], 3, false],
  [{ isDescending: true, limit: 2 }, ['three', 'Two'], 3, false],
  [{ sort: 'cost' }, ['three', 'one', 'Two'], 3, false],
  [{ sort: 'cost', isDescending: true, limit: 1 }, ['one'], 3, false],
  [{ search: 'tW' }, ['Two'], 1, true],
  [{ since: '2026-11-02T00:00:00Z' }, ['Two', 'three'], 2, true],
  [{ since: '2026-11-02T00:00:00Z', limit: 1 }, ['Two'], 2, true],
  [{ until: '2026-11-01T00:00:00Z' }, [], 0, true],
])('narrowed by %j, the list is %j of %i', async (narrowing, names, total, isNarrowed) => {
  const list = narrowHere(ROWS, FACTS, { ...ANY, ...narrowing });
  expect((await collect(list.records)).map(({ name }) => name)).toEqual(names);
  expect(list.outcome()).toEqual({ shown: names.length, total, readHere: null });
  expect(list.isNarrowed).toBe(isNarrowed);
});
