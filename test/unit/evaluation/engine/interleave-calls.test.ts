import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('a run waits', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** Lets time pass until all wait no longer, and returns how many milliseconds that took. */
  async function pass<T>(waiting: Promise<T>): Promise<readonly [T, number]> {
    const startedAt = performance.now();
    const over = waiting.then(() => true);
    const isOver = () => Promise.race([over, Promise.resolve(false)]);
    for (let step = 0; step < 1000 && !(await isOver()); step += 1)
      await vi.advanceTimersByTimeAsync(step === 0 ? 0 : 100);
    return [await waiting, performance.now() - startedAt];
  }

  test('for one that works on other rows, a minute at most', async () => {
    const interleaver = createInterleaver();
    using a = interleaver.join('rows');
    using slow = interleaver.join('rows');
    await Promise.all([a.meet(0, NEVER), slow.meet(0, NEVER)]);
    a.endRow();
    const met = a.meet(1, NEVER);
    await vi.advanceTimersByTimeAsync(59_900);
    slow.endRow();
    expect(await Promise.all([met, slow.meet(1, NEVER)])).toEqual([expect.any(String), expect.any(String)]);
    a.endRow();
    expect(await pass(a.meet(2, NEVER))).toEqual([null, 60_000]);
  });

  test('for one that has not begun, ten seconds once', async () => {
    const interleaver = createInterleaver();
    using a = interleaver.join('rows');
    using _starting = interleaver.join('rows');
    expect(await pass(a.meet(0, NEVER))).toEqual([null, 10_000]);
    a.endRow();
    expect(await pass(a.meet(1, NEVER))).toEqual([null, 0]);
  });

  test('for one that does nothing, a tenth of a second, and for none that has left', async () => {
    const interleaver = createInterleaver();
    using a = interleaver.join('rows');
    using idle = interleaver.join('rows');
    idle.pass(0);
    idle.endRow();
    expect(await pass(a.meet(1, NEVER))).toEqual([null, 100]);
    a.endRow();
    idle.leave();
    expect(await pass(a.meet(2, NEVER))).toEqual([null, 0]);
  });

  test('eight times for one that is behind, and others still meet', async () => {
    const interleaver = createInterleaver();
    using a = interleaver.join('rows');
    using b = interleaver.join('rows');
    using behind = interleaver.join('rows');
    await Promise.all([a.meet(0, NEVER), b.meet(0, NEVER), behind.meet(0, NEVER)]);
    for (const run of [a, b, behind]) run.endRow();
    const waits: number[] = [];
    for (let row = 1; row <= 10; row += 1) {
      const [[one, other], waited] = await pass(Promise.all([a.meet(row, NEVER), b.meet(row, NEVER)]));
      expect([one, other]).toEqual([expect.any(String), one]);
      waits.push(waited);
      for (const run of [a, b]) run.endRow();
    }
    expect(waits).toEqual([100, 100, 100, 100, 100, 100, 100, 100, 0, 0]);
  });
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
