import { expect, test, vi } from 'vitest';
import { createInterleaver, type InterleavedRun } from '../../../../src/evaluation/engine/interleave-calls.ts';

const NEVER = new AbortController().signal;

/** Calls for rows with a worker each, and notes the order. */
async function call(run: InterleavedRun, name: string, rows: readonly number[], order: string[]): Promise<void> {
  await Promise.all(
    rows.map(async (row) => {
      await run.meet(row, NEVER);
      order.push(`${name}${row}`);
      await Promise.resolve();
      run.noteCalled();
      run.endRow();
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
  const first = a.meet(0, NEVER).then(() => order.push('first begins'));
  const second = a.meet(1, NEVER).then(() => order.push('second begins'));
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
  await alone.meet(5, NEVER);
  expect(order).toEqual(['a0', 'a1', 'b0']);
});

test('a run that ends lets the others continue', async () => {
  const interleaver = createInterleaver();
  using a = interleaver.join('rows');
  const b = interleaver.join('rows');
  const met = a.meet(3, NEVER);
  b[Symbol.dispose]();
  expect(await met).toBeNull();
});

test('calls that several runs make at the same time share a name, and only those', async () => {
  const interleaver = createInterleaver();
  using a = interleaver.join('rows');
  using b = interleaver.join('rows');
  const first = await Promise.all([a.meet(0, NEVER), b.meet(0, NEVER)]);
  for (const run of [a, b]) run.noteCalled();
  const second = await Promise.all([a.meet(1, NEVER), b.meet(1, NEVER)]);
  expect(first[0]).toEqual(expect.any(String));
  expect(first[0]).toBe(first[1]);
  expect(second[0]).toBe(second[1]);
  expect(second[0]).not.toBe(first[0]);
  b.pass(2);
  expect(await a.meet(2, NEVER)).toBeNull();
});

test('a run that is behind meets nobody at rows that others have passed', async () => {
  const interleaver = createInterleaver();
  using ahead = interleaver.join('rows');
  ahead.pass(7);
  using late = interleaver.join('rows');
  expect(await late.meet(3, NEVER)).toBeNull();
});

test('a run waits for one that works on other rows', async () => {
  const interleaver = createInterleaver();
  using a = interleaver.join('rows');
  using slow = interleaver.join('rows');
  await Promise.all([a.meet(0, NEVER), slow.meet(0, NEVER)]);
  a.endRow();
  const met = a.meet(1, NEVER);
  await new Promise((resolve) => setTimeout(resolve, 350));
  slow.endRow();
  expect(await Promise.all([met, slow.meet(1, NEVER)])).toEqual([expect.any(String), expect.any(String)]);
});

test('a run waits for none that has left, or does nothing', async () => {
  const interleaver = createInterleaver();
  using a = interleaver.join('rows');
  using idle = interleaver.join('rows');
  idle.pass(0);
  idle.endRow();
  expect(await a.meet(1, NEVER)).toBeNull();
  a.endRow();
  idle.leave();
  const startedAt = performance.now();
  for (let row = 2; row < 300; row += 1) expect(await a.meet(row, NEVER)).toBeNull();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('a run that was missed several times is not waited for, and others still meet', async () => {
  const interleaver = createInterleaver();
  using a = interleaver.join('rows');
  using b = interleaver.join('rows');
  using behind = interleaver.join('rows');
  await Promise.all([a.meet(0, NEVER), b.meet(0, NEVER), behind.meet(0, NEVER)]);
  for (const run of [a, b, behind]) run.endRow();
  const meet = async (row: number) => {
    const names = await Promise.all([a.meet(row, NEVER), b.meet(row, NEVER)]);
    for (const run of [a, b]) run.endRow();
    return names;
  };
  for (let row = 1; row < 9; row += 1) await meet(row);
  const startedAt = performance.now();
  for (let row = 9; row < 209; row += 1) {
    const [one, other] = await meet(row);
    expect(one).toEqual(expect.any(String));
    expect(other).toBe(one);
  }
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('a run that is cancelled waits no longer', async () => {
  const interleaver = createInterleaver();
  using a = interleaver.join('rows');
  using other = interleaver.join('rows');
  const controller = new AbortController();
  // Nobody gives up by himself.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const met = a.meet(0, controller.signal);
    controller.abort();
    expect(await met).toBeNull();
    a.endRow();
    expect(await a.meet(1, controller.signal)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
  other.pass(1);
});
