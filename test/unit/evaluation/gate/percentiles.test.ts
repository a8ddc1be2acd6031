import { expect, test } from 'vitest';
import { checkGate } from '../../../../src/evaluation/gate/judge-gate.ts';
import { parseGate } from '../../../../src/evaluation/gate/parse-gate.ts';
import { evaluationOf, rowOf, streamOf } from '../../../helpers/evaluation-records.ts';

async function checkLatency(rule: object, rows: number, latency: (index: number) => number | null) {
  const stream = () =>
    streamOf(Array.from({ length: rows }, (_, index) => rowOf({ input: `${index}`, latency: latency(index) })));
  const gate = parseGate('g', JSON.stringify({ maximum_missing: 9, rules: [{ metric: 'latency', ...rule }] }));
  const evaluation = evaluationOf({ aggregated_results: [] });
  const report = await checkGate(gate, [{ evaluation, rows: stream }], null);
  return report.results[0]?.checks.at(-1);
}

const seconds = (index: number) => (index + 1) / 100;

test.each([
  [{ percentile: 95, maximum: 0.96 }, 100, 'passed', null],
  [{ percentile: 95, maximum: 0.95 }, 100, 'failed', '0.9505 is above the maximum 0.95'],
  [{ percentile: 95, maximum: 9 }, 3, 'passed', 'of these cases only; confident: true would need 77'],
  [{ percentile: 50, minimum: 0.5 }, 100, 'passed', null],
  [{ percentile: 50, minimum: 0.51 }, 100, 'failed', '0.505 is below the minimum 0.51'],
  [{ percentile: 50, minimum: 0.4, confident: true }, 100, 'passed', null],
  [{ percentile: 50, minimum: 0.41, confident: true }, 100, 'inconclusive', '100 cases cannot tell'],
  [{ percentile: 50, minimum: 0.62, confident: true }, 100, 'failed', 'it is surely below the minimum 0.62'],
  [{ percentile: 95, maximum: 9, confident: true }, 76, 'inconclusive', 'too few cases to say: 76 of at least 77'],
  [{ percentile: 95, maximum: 9, confident: true }, 77, 'passed', null],
  [{ percentile: 95, maximum: 0.1, confident: true }, 71, 'failed', 'it is surely above the maximum 0.1'],
])('%j of %d latencies is %s', async (rule, rows, verdict, reason) => {
  expect(await checkLatency(rule, rows, seconds)).toMatchObject({ verdict, reason });
});

test('rows without a latency have no percentile', async () => {
  const check = await checkLatency({ percentile: 95, maximum: 1 }, 3, () => null);
  expect(check).toMatchObject({ verdict: 'inconclusive', reason: 'no row has a value', value: null });
});

test('few rows of which rare ones stall do not pass a confident percentile', async () => {
  const check = await checkLatency({ percentile: 95, maximum: 2, confident: true }, 20, () => 1);
  expect(check).toMatchObject({ verdict: 'inconclusive', needed_cases: 77 });
});

test('a check names its rule, its value and its interval', async () => {
  expect(await checkLatency({ percentile: 95, maximum: 9, confident: true }, 77, seconds)).toEqual({
    metric: 'latency',
    rule: 'p95 maximum 9, confident',
    verdict: 'passed',
    value: expect.closeTo(0.732, 12) as number,
    interval: [0.69, 0.77],
    cases: 77,
    primary: false,
    needed_cases: null,
    reason: null,
  });
  // Of 76 latencies, none is surely above the percentile.
  expect(await checkLatency({ percentile: 95, maximum: 9, confident: true }, 76, seconds)).toMatchObject({
    interval: null,
    needed_cases: 77,
  });
  expect(await checkLatency({ percentile: 99, minimum: 0.5 }, 100, seconds)).toMatchObject({
    rule: 'p99 minimum 0.5',
    value: expect.closeTo(0.9901, 12) as number,
    verdict: 'passed',
  });
});

test.each([
  // A median is above the least of n numbers with probability 1 − 2⁻ⁿ.
  [50, 6],
  [90, 2],
])('a confident minimum of the percentile %d needs %d rows', async (percentile, least) => {
  const rule = { percentile, minimum: 0.005, confident: true };
  expect(await checkLatency(rule, least, seconds)).toMatchObject({ verdict: 'passed' });
  expect(await checkLatency(rule, least - 1, seconds)).toMatchObject({
    verdict: 'inconclusive',
    needed_cases: least,
    reason: `too few cases to say: ${least - 1} of at least ${least}`,
  });
});
