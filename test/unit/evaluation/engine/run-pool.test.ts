import { expect, test } from 'vitest';
import { runPool } from '../../../../src/evaluation/engine/run-pool.ts';

/** @yields pages of different lengths, some of them empty */
async function* numbers(count: number, onClose = () => undefined as void): AsyncGenerator<number[]> {
  try {
    const all = Array.from({ length: count }, (_, number) => number);
    for (let from = 0, length = 0; from < count; from += length, length = (length + 1) % 7) {
      yield all.slice(from, from + length);
    }
  } finally {
    onClose();
  }
}

test('every item is processed once, within the concurrency', async () => {
  const seen: number[] = [];
  let running = 0;
  let most = 0;
  await runPool(numbers(50), 7, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    seen.push(item);
  });
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(most).toBe(7);
});

test('a failure stops the pool, closes its source and is thrown', async () => {
  let isClosed = false;
  let worked = 0;
  const work = runPool(
    numbers(1000, () => void (isClosed = true)),
    3,
    async (item) => {
      worked += 1;
      if (item === 5) throw new Error('item 5');
    },
  );
  await expect(work).rejects.toThrow(expect.objectContaining({ message: 'item 5' }));
  expect(isClosed).toBe(true);
  expect(worked).toBeLessThan(20);
});

/** @yields one page, and then fails */
async function* onePage(): AsyncGenerator<number[]> {
  yield Array.from({ length: 300 }, (_, item) => item);
  throw new Error('no more');
}

test('a failing page fails the pool after the items before it', async () => {
  const worked: number[] = [];
  await expect(runPool(onePage(), 3, async (item) => void worked.push(item))).rejects.toThrow(
    expect.objectContaining({ message: 'no more' }),
  );
  expect(worked).toHaveLength(300);
});
