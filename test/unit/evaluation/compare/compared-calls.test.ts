import { describe, expect, test } from 'vitest';
import type { WarmUp } from '../../../../src/contract/evaluations/evaluation.ts';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { isInterleaved, isWarmUp, ranTogether } from '../../../../src/evaluation/compare/compared-calls.ts';
import { evaluationOf, rowOf, streamOf } from '../../../helpers/evaluation-records.ts';

interface Call {
  readonly warm_up?: WarmUp;
  readonly reused?: boolean;
}

const made = (call: Call = {}, latency = 1, input = 'a') => {
  const row = rowOf({ input, latency });
  return [{ ...row, outputs: row.outputs.map((output) => ({ ...output, ...call })) }] as const;
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
        index < 8 ? made({ warm_up: index === 0 ? 'first' : 'early' }, slow, `${index}`) : made({}, 1, `${index}`),
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
    expect(latency?.calls).toEqual({ warm_up: 8, interleaved: 12 });
  });
});

test('calls are interleaved unless an output was stored before', () => {
  expect(isInterleaved(pairOf({}, {}))).toBe(true);
  expect(isInterleaved(pairOf({ reused: true }, {}))).toBe(false);
  expect(isInterleaved(pairOf({}, { reused: true }))).toBe(false);
});

test.each([
  ['10:00', '10:05', '10:04', '10:09', true],
  ['10:00', '10:05', '10:06', '10:09', false],
  ['10:06', '10:09', '10:00', '10:05', false],
  ['10:00', '10:05', '10:00', '10:05', true],
])('evaluations from %s to %s and from %s to %s ran together: %j', (from, to, otherFrom, otherTo, isTogether) => {
  const at = (time: string) => `2026-11-23T${time}:00Z`;
  const [one, other] = [
    { created_at: at(from), updated_at: at(to) },
    { created_at: at(otherFrom), updated_at: at(otherTo) },
  ];
  expect(ranTogether(one, other)).toBe(isTogether);
});
