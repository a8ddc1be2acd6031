import { expect, test } from 'vitest';
import { createBatcher } from '../../../../src/evaluation/engine/create-batcher.ts';

const now = () => 0;

test('a full batch is saved at once, the rest at the end', async () => {
  const saved: (readonly number[])[] = [];
  const batcher = createBatcher<number>({
    save: async (items) => void saved.push(items),
    maxItems: 2,
    maxDelayMs: 60_000,
    now,
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
  const batcher = createBatcher<number>({ save: async (items) => resolve(items), maxItems: 100, maxDelayMs: 1, now });
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
    now,
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
    now,
  });
  await batcher.add(1);
  await expect(batcher.add(2)).rejects.toThrow(expect.objectContaining({ message: 'disk full' }));
  await expect(batcher.finish()).rejects.toThrow(expect.objectContaining({ message: 'disk full' }));
});

test('an item waits in proportion to the save, up to the maximum', async () => {
  let time = 0;
  const waits: number[] = [];
  const saved = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const batcher = createBatcher<number>({
    save: async ([item]) => {
      waits.push(performance.now());
      time += 5;
      saved[Number(item)]?.resolve();
    },
    maxItems: 100,
    maxDelayMs: 1000,
    now: () => time,
  });
  await batcher.add(0);
  await saved[0]?.promise;
  await new Promise((resolve) => setImmediate(resolve));
  const addedAt = performance.now();
  await batcher.add(1);
  await saved[1]?.promise;
  // Nine times the five milliseconds of the first save, by the given clock.
  expect(Number(waits[1]) - addedAt).toBeGreaterThan(40);
  await batcher.finish();
});
