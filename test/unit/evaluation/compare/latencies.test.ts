import { describe, expect, test } from 'vitest';
import { describeCosts } from '../../../../src/contract/evaluations/describe-comparison.ts';
import type { ComparedMetric } from '../../../../src/contract/evaluations/comparison.ts';
import type { AggregatedResult, WarmUp } from '../../../../src/contract/evaluations/evaluation.ts';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { evaluationOf, NOTHING_MISSING, rowOf, scoreOf, streamOf } from '../../../helpers/evaluation-records.ts';

interface Call {
  readonly latency?: number;
  readonly warm_up?: WarmUp | null;
  readonly call_group?: string | null;
  readonly isFailed?: boolean;
}

/** The repetitions of a row in the baseline and in the candidate. */
type Pair = readonly [baseline: readonly Call[], candidate: readonly Call[]];

const pairOf = (one: Call, other: Call): Pair => [[one], [other]];

const FAILED = { result: { type: 'error', value: null, error: { message: 'no answer' } }, latency: null };
const LATENCY = scoreOf('latency', 1);
const WITHIN_A_SECOND = scoreOf('latency', 1, { max_seconds: 1 });

/** Compares calls; evaluators judge their latency. */
async function compare(
  pairs: readonly Pair[],
  scores: readonly [AggregatedResult[], AggregatedResult[]] = [[], []],
  primary: readonly string[] | null = null,
): Promise<readonly ComparedMetric[]> {
  const evaluated = (side: 0 | 1) => {
    const rows = pairs.flatMap((pair, index) =>
      pair[side].map((call, repeat) => {
        const { latency = 1, warm_up = null, call_group = `calls-${index}`, isFailed = false } = call;
        const judged = scores[side].map(({ evaluator_config: { id, settings_values } }) => {
          const limit = settings_values?.['max_seconds'];
          return [id, typeof limit === 'number' ? latency <= limit : latency] as const;
        });
        const row = rowOf({ input: `case ${index}`, latency, scores: Object.fromEntries(judged) });
        const outputs = row.outputs.map((output) => ({ ...output, warm_up, call_group, ...(isFailed ? FAILED : {}) }));
        return { ...row, outputs, row: index + 1, repeat: repeat + 1 };
      }),
    );
    const evaluation = evaluationOf({ id: `evaluation ${side}`, aggregated_results: scores[side] });
    return { evaluation, rows: () => streamOf(rows) };
  };
  const { candidates } = await compareEvaluations({ baseline: evaluated(0), candidates: [evaluated(1)], primary });
  return candidates[0]?.metrics ?? [];
}

async function compareLatency(pairs: readonly Pair[]): Promise<ComparedMetric> {
  const latency = (await compare(pairs)).find(({ metric }) => metric === 'latency');
  if (latency === undefined) throw new Error('Every comparison has the latency.');
  return latency;
}

const times = (count: number, toPair: (index: number) => Pair): Pair[] =>
  Array.from({ length: count }, (_, index) => toPair(index));

const NO_CALLS = { warm_up: 0, shared: 0, interleaved: 0, apart: 0 };

test.each<[string, number, number, ComparedMetric['verdict']]>([
  ['no row', 0, 0, 'better'],
  ['as many rows', 3, 3, 'better'],
  ['more rows of the slower side', 3, 1, 'better'],
  ['more rows of the faster side', 1, 3, 'missing values'],
])('where %s failed, the faster side has its verdict: %d before, %d after, %s', async (_, before, after, verdict) => {
  const failed = times(before + after, (index) => pairOf({ isFailed: index < before }, { isFailed: index >= before }));
  const latency = await compareLatency([...times(20, () => pairOf({ latency: 2 }, { latency: 1 })), ...failed]);
  expect([latency.verdict, latency.missing]).toMatchObject([
    verdict,
    { baseline: before, candidate: after, losses: 0 },
  ]);
});

describe('the mean', () => {
  const MEAN = 'latency mean';
  const meanOf = async (pairs: readonly Pair[]) =>
    (await compare(pairs, [[], []], [MEAN])).find(({ metric }) => metric === MEAN);

  test('is compared only where it is named', async () => {
    const pairs = times(20, () => pairOf({ latency: 2 }, { latency: 1 }));
    const named = async (primary: string[] | null) =>
      (await compare(pairs, [[], []], primary)).map(({ metric }) => metric);
    expect([await named(null), await named([MEAN])]).toEqual([
      ['cost', 'latency', 'latency p95'],
      ['cost', 'latency', 'latency p95', MEAN],
    ]);
    await expect(named(['latency median'])).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
  });

  test('is that of all calls, by sign flips of their differences', async () => {
    // Four of five are a tenth faster; the others take twice as long.
    const pairs = times(100, (index) => pairOf({ latency: 1 }, { latency: index % 5 === 0 ? 2 : 0.9 }));
    expect(await meanOf(pairs)).toMatchObject({
      kind: 'latency',
      target: 'mean',
      method: 'sign_flips',
      verdict: 'worse',
      baseline: 1,
      candidate: expect.closeTo(1.12, 9),
      change: expect.closeTo(0.12, 9),
    });
    expect((await compareLatency(pairs)).verdict).toBe('better');
  });

  test('that few calls decide has no verdict, and they are named', async () => {
    const mean = await meanOf(times(60, (index) => pairOf({ latency: 1 }, { latency: index === 7 ? 60 : 0.9 })));
    expect(mean?.verdict).toBe('too skewed to say');
    expect(describeCosts({ metrics: mean === undefined ? [] : [mean] })[0]).toMatch(
      /^latency mean: too skewed to say, because few cases decide the mean\. The greatest changes are in rows 8 \(/,
    );
  });

  test('of calls that differ by less than the clock can measure is the same', async () => {
    expect(await meanOf(times(40, () => pairOf({ latency: 0.02 }, { latency: 0.025 })))).toMatchObject({
      verdict: 'no difference shown',
      change: 0,
      same: 40,
    });
  });
});

describe('the first calls of a process', () => {
  test.each<[Call, Call, boolean]>([
    [{}, {}, false],
    [{ warm_up: 'first' }, {}, true],
    [{}, { warm_up: 'first' }, true],
    [{ warm_up: 'first' }, { warm_up: 'first' }, true],
    [{ warm_up: 'early' }, {}, true],
    [{}, { warm_up: 'early' }, true],
    [{ warm_up: 'early' }, { warm_up: 'early' }, false],
  ])('%j next to %j is left out: %j', async (one, other, isLeftOut) => {
    const counted = isLeftOut ? { warm_up: 1 } : { interleaved: 1 };
    expect(await compareLatency([pairOf(one, other)])).toMatchObject({ calls: { ...NO_CALLS, ...counted } });
  });

  test('change no verdict on latency', async () => {
    const slow = (index: number): Call => ({ latency: 9, warm_up: index === 0 ? 'first' : 'early' });
    const latency = await compareLatency(times(20, (index) => pairOf(index < 8 ? slow(index) : {}, {})));
    expect(latency).toMatchObject({ verdict: 'no difference shown', pairs: 12, missing: NOTHING_MISSING, baseline: 1 });
    expect(latency.calls).toEqual({ ...NO_CALLS, warm_up: 8, interleaved: 12 });
  });
});

test.each<[string, Pair, boolean]>([
  ['share a group', pairOf({ call_group: 'g-1' }, { call_group: 'g-1' }), true],
  ['have two groups', pairOf({ call_group: 'g-1' }, { call_group: 'g-2' }), false],
  ['have a group and none', pairOf({ call_group: 'g-1' }, { call_group: null }), false],
  ['have no groups', pairOf({ call_group: null }, { call_group: null }), false],
  ['are repeated together', [[{ call_group: 'g-1' }, { call_group: 'g-2' }], [{ call_group: 'g-1' }, { call_group: 'g-2' }]], true], // prettier-ignore
  ['are repeated in another order', [[{ call_group: 'g-1' }, { call_group: 'g-2' }], [{ call_group: 'g-2' }, { call_group: 'g-1' }]], false], // prettier-ignore
  ['are repeated on one side', [[{ call_group: 'g-1' }, { call_group: 'g-2' }], [{ call_group: 'g-1' }]], false],
])('calls that %s are interleaved: %j', async (_, pair, isInterleaved) => {
  const counted = isInterleaved ? { interleaved: 1 } : { apart: 1 };
  expect(await compareLatency([pair])).toMatchObject({ calls: { ...NO_CALLS, ...counted } });
});

test('rows that share a call count once', async () => {
  const groups = ['g-1', 'g-2', 'g-1', 'h-1', 'g-999999', 'g-31', 'g-63', 'g-31', 'g-999999', 'odd', 'odd'];
  const { calls } = await compareLatency(groups.map((call_group) => pairOf({ call_group }, { call_group })));
  expect(calls).toEqual({ ...NO_CALLS, shared: 3, interleaved: 8 });
  const alike = await compareLatency(times(40, () => pairOf({ call_group: 'a-1' }, { latency: 2, call_group: 'a-1' })));
  expect(alike).toMatchObject({ verdict: 'too few rows', pairs: 1, calls: { shared: 39, interleaved: 1 } });
});

test('a shared first call is counted as a first call', async () => {
  const first = { warm_up: 'first', call_group: 'a-1' } as const;
  const { calls } = await compareLatency(times(2, () => pairOf(first, first)));
  expect(calls).toEqual({ ...NO_CALLS, warm_up: 2 });
});

test('latencies of calls at different times have an interval and no verdict', async () => {
  const latency = await compareLatency(
    times(40, (index) => pairOf({ call_group: `a-${index}` }, { latency: 2, call_group: `b-${index}` })),
  );
  expect(latency).toMatchObject({
    verdict: 'not interleaved',
    pairs: 40,
    interval_level: 0.95,
    p_value: null,
    p_adjusted: null,
    gate_interval: null,
    calls: { ...NO_CALLS, apart: 40 },
  });
  expect(latency.interval?.[0]).toBeCloseTo(1, 9);
});

test('the pairs that were interleaved decide where they are half of all', async () => {
  const mixed = (together: number) =>
    times(40, (index) => {
      const call_group = index < together ? `a-${index}` : null;
      return pairOf({ call_group }, { latency: 2, call_group });
    });
  const calls = { interleaved: 20, apart: 20 };
  expect(await compareLatency(mixed(20))).toMatchObject({ verdict: 'worse', pairs: 20, calls });
  expect(await compareLatency(mixed(19))).toMatchObject({ verdict: 'not interleaved', pairs: 40 });
});

test.each([
  [0.0004, 0.0103, 0],
  [0.1, 0.1099, 0],
  [0.1, 0.1101, 0.101],
  [1, 2, 1],
  [2, 1, -0.5],
  [0.001, 60, 999],
])(
  'a call of %d s, then %d s, changed by %d: less than the noise of the clock is nothing',
  async (before, after, by) => {
    expect((await compareLatency([pairOf({ latency: before }, { latency: after })])).change).toBeCloseTo(by, 9);
  },
);

describe('an evaluator whose score is the latency', () => {
  const slower = times(40, () => pairOf({ latency: 0.1 }, { latency: 0.3 }));

  test.each<[string, readonly [AggregatedResult[], AggregatedResult[]]]>([
    ['is the latency, which is listed once', [[LATENCY], [LATENCY]]],
    ['pairs with the latency of an evaluation without it', [[LATENCY], []]],
  ])('%s', async (_, scores) => {
    const metrics = await compare(slower, scores);
    expect(metrics.map(({ metric, kind, verdict }) => [metric, kind, verdict])).toEqual([
      ['latency', 'latency', 'worse'],
      ['latency p95', 'latency', 'too few rows'],
      ['cost', 'cost', 'no data'],
    ]);
  });

  test('has no verdict for calls of different times', async () => {
    const apart = times(40, () => pairOf({ latency: 0.1, call_group: null }, { latency: 0.3, call_group: null }));
    const [latency] = await compare(apart, [[LATENCY], [LATENCY]]);
    expect(latency).toMatchObject({ verdict: 'not interleaved', p_value: null });
  });
});

describe('an evaluator that limits the latency', () => {
  const limited = (before: number, after: number, call: Call = {}) =>
    compare(
      times(40, () => pairOf({ latency: before, ...call }, { latency: after, ...call })),
      [[WITHIN_A_SECOND], [WITHIN_A_SECOND]],
    );

  test('passes or fails, next to the latency', async () => {
    const pairs = times(40, () => pairOf({ latency: 0.1 }, { latency: 3 }));
    const metrics = await compare(pairs, [[WITHIN_A_SECOND], [WITHIN_A_SECOND]]);
    expect(metrics.map(({ metric, kind, verdict }) => [metric, kind, verdict])).toEqual([
      ['latency', 'pass_fail', 'worse'],
      ['cost', 'cost', 'no data'],
      ['latency', 'latency', 'worse'],
      ['latency p95', 'latency', 'too few rows'],
    ]);
  });

  test('has no verdict for calls of different times', async () => {
    const [latency] = await limited(0.1, 3, { call_group: null });
    expect(latency).toMatchObject({ kind: 'pass_fail', verdict: 'not interleaved', baseline: 1, candidate: 0 });
  });

  test('takes calls around the limit that lasted as long as alike', async () => {
    const [latency] = await limited(0.999, 1.001);
    expect(latency).toMatchObject({ same: 40, worse: 0, verdict: 'no difference shown', baseline: 1, candidate: 0 });
  });
});

test('slow calls of no measurable length have not changed', async () => {
  const metrics = await compare(times(3, () => pairOf({ latency: 0 }, { latency: 0 })));
  expect(metrics.find(({ metric }) => metric === 'latency p95')).toMatchObject({ change: 0, verdict: 'too few rows' });
});
