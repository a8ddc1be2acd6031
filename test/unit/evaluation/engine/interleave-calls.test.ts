import { expect, test } from 'vitest';
import { createInterleaver, type InterleavedRun } from '../../../../src/evaluation/engine/interleave-calls.ts';

/** Calls for rows with a worker each, and notes the order. */
async function call(run: InterleavedRun, name: string, rows: readonly number[], order: string[]): Promise<void> {
  await Promise.all(
    rows.map(async (row) => {
      await run.meet(row);
      order.push(`${name}${row}`);
      await Promise.resolve();
      run.noteCalled();
    }),
  );
}

test('two runs call for each row one after the other', async () => {
  const interleaver = createInterleaver();
  using a = interleaver.join('rows');
  using b = interleaver.join('rows');
  const order: string[] = [];
  await Promise.all([call(a, 'a', [0, 1, 2, 3], order), call(b, 'b', [0, 1, 2, 3], order)]);
  expect(order.map((each) => each.slice(1))).toEqual(['0', '0', '1', '1', '2', '2', '3', '3']);
});

test('among others, the first call of a run is alone', async () => {
  const interleaver = createInterleaver();
  using a = interleaver.join('rows');
  using b = interleaver.join('rows');
  b.pass(9);
  const order: string[] = [];
  const first = a.meet(0).then(() => order.push('first begins'));
  const second = a.meet(1).then(() => order.push('second begins'));
  await first;
  order.push('first ends');
  a.noteCalled();
  await second;
  expect(order).toEqual(['first begins', 'first ends', 'second begins']);
});

test('a run without others, of other rows or behind stored rows waits for nobody', async () => {
  const interleaver = createInterleaver();
  using alone = interleaver.join('rows');
  using other = interleaver.join('other rows');
  const order: string[] = [];
  await call(alone, 'a', [0, 1], order);
  await call(other, 'b', [0], order);
  using late = interleaver.join('rows');
  late.pass(5);
  await alone.meet(5);
  expect(order).toEqual(['a0', 'a1', 'b0']);
});

test('a run that ends lets the others continue', async () => {
  const interleaver = createInterleaver();
  using a = interleaver.join('rows');
  const b = interleaver.join('rows');
  const met = a.meet(3);
  b[Symbol.dispose]();
  expect(await met).toBeUndefined();
});

test('a run that waited in vain several times does not wait any more', async () => {
  const interleaver = createInterleaver();
  using a = interleaver.join('rows');
  using slow = interleaver.join('rows');
  await a.meet(0);
  a.noteCalled();
  for (let row = 1; row < 8; row += 1) await a.meet(row);
  const startedAt = performance.now();
  for (let row = 8; row < 1008; row += 1) await a.meet(row);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  slow.pass(0);
});
