import { expect, test, vi } from 'vitest';
import { createBatcher, runPool } from '../../../../src/evaluation/engine/run-cases.ts';

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

const still = () => 0;

test('a full batch is saved at once, the rest at the end', async () => {
  const saved: (readonly number[])[] = [];
  const batcher = createBatcher<number>({
    save: async (items) => void saved.push(items),
    maxItems: 2,
    maxDelayMs: 60_000,
    now: still,
  });
  for (const item of [1, 2, 3, 4, 5]) await batcher.add(item);
  expect(saved).toEqual([
    [1, 2],
    [3, 4],
  ]);
  await batcher.finish();
  expect(saved).toEqual([[1, 2], [3, 4], [5]]);
});

test('an item waits for others a limited time', async () => {
  const { promise, resolve } = Promise.withResolvers<readonly number[]>();
  const batcher = createBatcher<number>({
    save: async (items) => resolve(items),
    maxItems: 100,
    maxDelayMs: 1,
    now: still,
  });
  await batcher.add(1);
  expect(await promise).toEqual([1]);
});

test('batches are saved one at a time, in order', async () => {
  const log: string[] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const batcher = createBatcher<number>({
    save: async ([item]) => {
      log.push(`start ${item}`);
      await gates[Number(item)]?.promise;
      log.push(`end ${item}`);
    },
    maxItems: 1,
    maxDelayMs: 1,
    now: still,
  });
  const added = [batcher.add(0), batcher.add(1)];
  gates[1]?.resolve();
  gates[0]?.resolve();
  await Promise.all(added);
  expect(log).toEqual(['start 0', 'end 0', 'start 1', 'end 1']);
});

test('an error of a save is thrown by the next add or finish', async () => {
  const batcher = createBatcher<number>({
    save: async () => {
      throw new Error('disk full');
    },
    maxItems: 1,
    maxDelayMs: 1,
    now: still,
  });
  await batcher.add(1);
  await expect(batcher.add(2)).rejects.toThrow(expect.objectContaining({ message: 'disk full' }));
  await expect(batcher.finish()).rejects.toThrow(expect.objectContaining({ message: 'disk full' }));
});

test('an item waits nine times as long as the last save took, up to the maximum', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let time = 0;
    const saved: number[] = [];
    const save = async ([item = NaN]: readonly number[]) => {
      saved.push(item);
      time += item;
    };
    const batcher = createBatcher<number>({ save, maxItems: 100, maxDelayMs: 1000, now: () => time });
    await batcher.add(5);
    await vi.advanceTimersByTimeAsync(0);
    await batcher.add(500);
    await vi.advanceTimersByTimeAsync(44);
    expect(saved).toEqual([5]);
    await vi.advanceTimersByTimeAsync(1);
    expect(saved).toEqual([5, 500]);
    await batcher.add(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(saved).toEqual([5, 500, 1]);
  } finally {
    vi.useRealTimers();
  }
});
