import { describe, expect, test } from 'vitest';
import type { RowSource } from '../../../../src/ui/browse/listing.ts';
import { allRows, walkRows } from '../../../../src/ui/browse/row-sources.ts';

interface Walked {
  readonly source: RowSource<number>;
  /** Numbers of rows that were requested from the start and from the end. */
  readonly asked: { forwards: number; backwards: number };
}

/** @yields what is made of 1, 2 and so on */
async function* countUp(length: number, make: (count: number) => number): AsyncGenerator<number> {
  for (let count = 1; count <= length; count += 1) yield make(count);
}

/** A list of numbers whose reported count is `count`. */
function walked(length: number, count: number | null = length): Walked {
  const asked = { forwards: 0, backwards: 0 };
  const forwards = countUp(length, (count) => {
    asked.forwards = count;
    return count - 1;
  });
  const backwards = countUp(length, (count) => {
    asked.backwards = count;
    return length - count;
  });
  return { source: walkRows(forwards, { count: async () => count, walk: () => backwards }), asked };
}

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

test('loaded rows are counted and complete', () => {
  expect(allRows([1, 2])).toMatchObject({ rows: [1, 2], isComplete: true, isCounted: true });
});

test('a list without a count grows by a thousand rows from its start', async () => {
  const { source } = walked(1500, null);
  await source.fetchMore(0);
  await source.count();
  expect([source.rows.length, source.isComplete, source.isCounted]).toEqual([1000, false, false]);
  await source.fetchMore(1499);
  expect([source.rows, source.isComplete, source.isCounted]).toEqual([numbers(1500), true, true]);
});

describe('a counted list', () => {
  test('can show its end without the rows before it', async () => {
    const { source, asked } = walked(100_000);
    await source.fetchMore(0);
    await source.count();
    expect([source.rows.length, source.isCounted]).toEqual([100_000, true]);
    await source.fetchMore(99_999);
    expect([source.rows[99_999], source.rows[99_000], source.rows[98_999]]).toEqual([99_999, 99_000, undefined]);
    expect([asked.forwards < 1100, asked.backwards < 1100, source.isComplete]).toEqual([true, true, false]);
  });

  test('is fetched from the nearer end', async () => {
    const { source } = walked(10_000);
    await source.count();
    for (const place of [0, 9999, 8999, 1000]) await source.fetchMore(place);
    expect([source.rows.indexOf(1999), source.rows[2000], source.rows[7999], source.rows[8000]]).toEqual([
      1999,
      undefined,
      undefined,
      8000,
    ]);
  });

  test.each([
    ['its beginning', [0, 0, 0]],
    ['its end', [2499, 1499, 499]],
    ['both ends', [0, 2499, 1200]],
  ])('is complete when read from %s', async (_, places) => {
    const { source } = walked(2500);
    await source.count();
    for (const place of places) await source.fetchMore(place);
    expect([source.rows, source.isComplete]).toEqual([numbers(2500), true]);
  });

  test.each([
    ['read from its beginning', [0, 0, 0]],
    ['read from its end', [2999, 2000, 1000]],
  ])('that is shorter than its count is complete, %s', async (_, places) => {
    const { source } = walked(1200, 3000);
    await source.count();
    for (const place of places) await source.fetchMore(place);
    expect([source.rows, source.isComplete]).toEqual([numbers(1200), true]);
  });

  test('without rows is complete', async () => {
    const { source } = walked(0);
    await source.count();
    expect([source.rows, source.isComplete, source.isCounted]).toEqual([[], true, true]);
  });
});
