import { expect, test } from 'vitest';
import { pairRows } from '../../../../src/evaluation/compare/pair-rows.ts';
import { groupRepeats } from '../../../../src/evaluation/compare/group-repeats.ts';
import { rowOf, streamOf } from '../../../helpers/evaluation-records.ts';

async function pair(baseline: readonly string[], candidate: readonly string[]) {
  const counts = { pairs: 0, onlyInBaseline: 0, onlyInCandidate: 0 };
  const [left, right] = [baseline, candidate].map((inputs) => streamOf(inputs.map((input) => rowOf({ input }))));
  const pairs: string[] = [];
  if (left === undefined || right === undefined) throw new Error('Two lists make two streams.');
  for await (const { row, baseline: one, candidate: other } of pairRows(
    groupRepeats(left),
    groupRepeats(right),
    counts,
  )) {
    pairs.push(`${row} ${String(one[0].inputs[0]?.value)}${String(other[0].inputs[0]?.value)}`);
  }
  return { found: pairs, ...counts };
}

test('rows at the same position are pairs', async () => {
  expect(await pair(['a', 'b'], ['a', 'b'])).toEqual({
    found: ['1 aa', '2 bb'],
    pairs: 2,
    onlyInBaseline: 0,
    onlyInCandidate: 0,
  });
});

test('rows after an inserted row are still paired', async () => {
  expect(await pair(['a', 'b', 'c'], ['new', 'a', 'b', 'c'])).toMatchObject({
    found: ['1 aa', '2 bb', '3 cc'],
    onlyInBaseline: 0,
    onlyInCandidate: 1,
  });
});

test('equal rows are paired once each', async () => {
  expect(await pair(['a', 'a', 'b'], ['b', 'a', 'a'])).toMatchObject({ onlyInBaseline: 0, onlyInCandidate: 0 });
  expect(await pair(['a', 'a'], ['a'])).toMatchObject({ onlyInBaseline: 1, onlyInCandidate: 0 });
});

test('a bounded number of unmatched rows waits, and is counted as unmatched', async () => {
  const [left, right] = ['l', 'r'].map((side) => Array.from({ length: 12_000 }, (_, index) => `${side}${index}`));
  expect(await pair(left ?? [], right ?? [])).toEqual({
    found: [],
    pairs: 0,
    onlyInBaseline: 12_000,
    onlyInCandidate: 12_000,
  });
});

test('ten thousand rows wait for their match, and of more, the oldest does not', async () => {
  const rows = (side: string, count: number) => Array.from({ length: count }, (_, index) => `${side}${index}`);
  const late = (count: number) => pair(rows('l', count), [...rows('r', count - 1), 'l0']);
  expect(await late(10_000)).toMatchObject({ found: ['1 l0l0'], onlyInBaseline: 9999, onlyInCandidate: 9999 });
  expect(await late(10_001)).toMatchObject({ found: [], onlyInBaseline: 10_001, onlyInCandidate: 10_001 });
});

test('a pair has the position of its row in the baseline', async () => {
  expect((await pair(['x', 'a'], ['a', 'y', 'x'])).found).toEqual(['2 aa', '1 xx']);
  expect((await pair(['a'], [])).found).toEqual([]);
  expect(await pair([], ['a', 'b'])).toEqual({ found: [], pairs: 0, onlyInBaseline: 0, onlyInCandidate: 2 });
});
