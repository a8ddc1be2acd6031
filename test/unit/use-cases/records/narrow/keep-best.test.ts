import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { keepBest, type Order } from '../../../../../src/use-cases/records/narrow/keep-best.ts';
import { collect } from '../../../../helpers/collect.ts';

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

test('records keep their places in the list, however many are dropped', async () => {
  const byPlace: Order<number> = (one, other) => other.place - one.place;
  const many = Array.from({ length: 3000 }, (_, index) => index);
  expect(await best(many, 2, byPlace)).toEqual([2999, 2998]);
});
