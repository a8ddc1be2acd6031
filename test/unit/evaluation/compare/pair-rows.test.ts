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
