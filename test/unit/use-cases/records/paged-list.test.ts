import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { newestFirst } from '../../../../src/use-cases/records/paged-list.ts';

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
