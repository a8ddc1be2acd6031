import { describe, expect, test } from 'vitest';
import type { WarmUp } from '../../../../src/contract/evaluations/evaluation.ts';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { createSeenCalls, isInterleaved, isWarmUp } from '../../../../src/evaluation/compare/compared-calls.ts';
import { evaluationOf, rowOf, streamOf } from '../../../helpers/evaluation-records.ts';

interface Call {
  readonly warm_up?: WarmUp;
  readonly call_group?: string | null;
}

const made = (call: Call = {}, latency = 1, input = 'a') => {
  const row = rowOf({ input, latency });
  return [{ ...row, outputs: row.outputs.map((output) => ({ ...output, call_group: null, ...call })) }] as const;
};
const pairOf = (one: Call, other: Call) => ({ baseline: made(one), candidate: made(other) });

describe('the first calls of a process', () => {
  test.each<[Call, Call, boolean]>([
    [{}, {}, false],
    [{ warm_up: 'first' }, {}, true],
    [{}, { warm_up: 'first' }, true],
    [{ warm_up: 'first' }, { warm_up: 'first' }, true],
    [{ warm_up: 'early' }, {}, true],
    [{}, { warm_up: 'early' }, true],
    [{ warm_up: 'early' }, { warm_up: 'early' }, false],
  ])('%j next to %j is left out: %j', (one, other, isLeftOut) => {
    expect(isWarmUp(pairOf(one, other))).toBe(isLeftOut);
  });

  test('change no verdict on latency', async () => {
    const rows = (slow: number) =>
      Array.from({ length: 20 }, (_, index) =>
        made(
          index < 8
            ? { warm_up: index === 0 ? 'first' : 'early', call_group: `g-${index}` }
            : { call_group: `g-${index}` },
          index < 8 ? slow : 1,
          `${index}`,
        ),
      ).map(([row]) => row);
    const warm = rows(1).map((row) => ({
      ...row,
      outputs: row.outputs.map((output) => ({ ...output, warm_up: null })),
    }));
    const evaluationWith = (id: string) => evaluationOf({ id, aggregated_results: [] });
    const { candidates } = await compareEvaluations({
      baseline: { evaluation: evaluationWith('cold'), rows: () => streamOf(rows(9)) },
      candidates: [{ evaluation: evaluationWith('warm'), rows: () => streamOf(warm) }],
    });
    const latency = candidates[0]?.metrics.find(({ metric }) => metric === 'latency');
    expect(latency).toMatchObject({ verdict: 'no difference shown', pairs: 12, missing: 0, baseline: 1 });
    expect(latency?.calls).toEqual({ warm_up: 8, shared: 0, interleaved: 12, apart: 0 });
  });
});

test('calls are interleaved if they share a group', () => {
  expect(isInterleaved(pairOf({ call_group: 'g-1' }, { call_group: 'g-1' }))).toBe(true);
  expect(isInterleaved(pairOf({ call_group: 'g-1' }, { call_group: 'g-2' }))).toBe(false);
  expect(isInterleaved(pairOf({ call_group: 'g-1' }, {}))).toBe(false);
  expect(isInterleaved(pairOf({}, {}))).toBe(false);
  const [one] = made({ call_group: 'g-1' });
  const [two] = made({ call_group: 'g-2' });
  expect(isInterleaved({ baseline: [one, two], candidate: [one, two] })).toBe(true);
  expect(isInterleaved({ baseline: [one, two], candidate: [two, one] })).toBe(false);
  expect(isInterleaved({ baseline: [one, two], candidate: [one] })).toBe(false);
});

test('rows that share a call count once', () => {
  const seen = createSeenCalls();
  const noted = ['g-1', 'g-2', 'g-1', 'h-1', 'g-999999', 'g-31', 'g-63', 'g-31', 'g-999999', 'odd', 'odd'].map(
    (group) => seen.note(pairOf({ call_group: group }, {})),
  );
  expect(noted).toEqual([false, false, true, false, false, false, false, true, true, false, false]);
  expect(seen.note(pairOf({}, {}))).toBe(false);
});

const compareLatencies = async (groups: (index: number) => readonly [string | null, string | null]) => {
  const rows = (side: 0 | 1) =>
    Array.from({ length: 40 }, (_, index) =>
      made({ call_group: groups(index)[side] }, side === 0 ? 1 : 2, `${index}`),
    ).map(([row]) => row);
  const { candidates } = await compareEvaluations({
    baseline: { evaluation: evaluationOf({ id: 'one', aggregated_results: [] }), rows: () => streamOf(rows(0)) },
    candidates: [{ evaluation: evaluationOf({ id: 'two', aggregated_results: [] }), rows: () => streamOf(rows(1)) }],
  });
  return candidates[0]?.metrics.find(({ metric }) => metric === 'latency');
};

test('latencies of calls at different times have an interval and no verdict', async () => {
  const latency = await compareLatencies((index) => [`a-${index}`, `b-${index}`]);
  expect(latency).toMatchObject({
    verdict: 'not interleaved',
    pairs: 40,
    interval_level: 0.95,
    p_value: null,
    p_adjusted: null,
    gate_interval: null,
    calls: { warm_up: 0, shared: 0, interleaved: 0, apart: 40 },
  });
  expect(latency?.interval?.[0]).toBeCloseTo(1, 9);
});

test('the pairs that were interleaved decide where they are half of all', async () => {
  const mixed =
    (met: number) =>
    (index: number): readonly [string | null, string | null] =>
      index < met ? [`a-${index}`, `a-${index}`] : [null, null];
  expect(await compareLatencies(mixed(20))).toMatchObject({
    verdict: 'worse',
    pairs: 20,
    calls: { interleaved: 20, apart: 20 },
  });
  expect(await compareLatencies(mixed(19))).toMatchObject({ verdict: 'not interleaved', pairs: 40 });
});

test('rows with the same input decide nothing more than one of them', async () => {
  expect(await compareLatencies(() => ['a-1', 'a-1'])).toMatchObject({
    verdict: 'too few rows',
    pairs: 1,
    calls: { shared: 39, interleaved: 1 },
  });
});
