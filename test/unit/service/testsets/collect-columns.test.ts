import { expect, test } from 'vitest';
import { collectColumns } from '../../../../src/service/testsets/collect-columns.ts';

const rowOf = (from: number, to: number) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`c${from + index}`, '']));

test('columns are listed in order of appearance, after those of earlier rows', async () => {
  expect(await collectColumns([])).toEqual([]);
  expect(
    await collectColumns([
      { b: '', a: '' },
      { c: '', a: '' },
    ]),
  ).toEqual(['b', 'a', 'c']);
  expect(await collectColumns([{ b: '', a: '' }], ['a', 'z'])).toEqual(['a', 'z', 'b']);
});

test('a test set has 20,000 columns at most', async () => {
  expect(await collectColumns([rowOf(0, 10_000), rowOf(10_000, 20_000)])).toHaveLength(20_000);
  await expect(collectColumns([rowOf(0, 10_000), rowOf(10_000, 20_001)])).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'A test set can have at most 20,000 columns.',
  });
});

test('other work goes on while the columns of many cells are collected', async () => {
  const order: string[] = [];
  const collect = async (rows: number, name: string) => {
    await collectColumns(Array.from({ length: rows }, () => ({ a: '', b: '' })));
    order.push(name);
  };
  await Promise.all([collect(5000, 'many'), collect(4999, 'few')]);
  expect(order).toEqual(['few', 'many']);
});
