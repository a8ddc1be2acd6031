import { expect, test } from 'vitest';
import type { EvaluationForecast } from '../../../../src/contract/evaluations/evaluation-progress.ts';
import type { GateCheck, GateReport } from '../../../../src/contract/evaluations/gate-report.ts';
import { forecastView, gateView } from '../../../../src/ui/evaluations/gate-view.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';

const PASSED: GateCheck = {
  metric: 'exact',
  rule: 'minimum 0.8',
  verdict: 'passed',
  value: 0.9,
  interval: [0.85, 0.95],
  cases: 40,
  primary: true,
  needed_cases: null,
  reason: null,
};
const REPORT: GateReport = {
  gate: 'release',
  gate_sha256: 'ab',
  confidence: 0.95,
  baseline: null,
  verdict: 'failed',
  results: [
    {
      id: 'e-1',
      variant: 'formal@2',
      verdict: 'inconclusive',
      look: 4,
      choices: 10,
      checks: [
        PASSED,
        { ...PASSED, verdict: 'failed', value: 0.5, interval: null, reason: '0.5 is below 0.8' },
        { ...PASSED, rule: 'not worse by 0', verdict: 'inconclusive', needed_cases: 120 },
      ],
    } as unknown as GateReport['results'][number], // what the page reads
  ],
};

test('a change of the cost is a percentage, as its rule is', () => {
  const bill = { ...PASSED, metric: 'cost', rule: 'bill not worse by 10%', value: 1.7977, interval: [-0.02, 3.5] };
  const results = [{ id: 'e-1', variant: 'a', verdict: 'passed', checks: [{ ...bill, scale: 'ratio' }] }];
  const view = gateView({ ...REPORT, results } as unknown as GateReport);
  expect(drawnLines(view, 120)[2]).toMatch(/^cost +bill not worse by 10% +✓ passed +180 % +-2 % – 350 % +40 /);
  expect(writtenLines(view)[2]).toMatch(/✓ passed +180 % +-2 % +350 % +40 /);
});

test('people see each check of a gate with its interval, programs both of its ends', () => {
  expect(drawnLines(gateView(REPORT), 120)).toEqual([
    'Gate release on formal@2 (e-1): ? inconclusive',
    'check  rule            verdict         value  interval     cases  needed  reason',
    'exact  minimum 0.8     ✓ passed          0.9  0.85 – 0.95     40       -  -',
    'exact  minimum 0.8     ✗ failed          0.5  -               40       -  0.5 is below 0.8',
    'exact  not worse by 0  ? inconclusive    0.9  0.85 – 0.95     40     120  -',
    '',
    'Look 4 of this gate at this variant and test set: all after the first share a fifth of its error rate. Best of 10',
    'variants on these rows: its error rate is divided by 10. A test set of other rows starts anew, for this variant and the',
    'baseline alone. Primary: exact.',
    '',
    'The gate release: ✗ failed.',
  ]);
  expect(writtenLines(gateView(REPORT)).slice(1, 4)).toEqual([
    'CHECK  RULE            VERDICT         VALUE  FROM    TO  CASES  NEEDED  REASON',
    'exact  minimum 0.8     ✓ passed          0.9  0.85  0.95     40       -  -',
    'exact  minimum 0.8     ✗ failed          0.5     -     -     40       -  0.5 is below 0.8',
  ]);
  expect(gateView(null)).toEqual([]);
});

test.each([
  [80, 'check  rule            verdict         value  cases  needed  reason'],
  [70, 'check  rule            verdict         value  needed  reason'],
  [60, 'check  rule            verdict         value  reason'],
])('on %i columns the interval of a check is dropped first, then the cases', (width, heads) => {
  expect(drawnLines(gateView(REPORT), width)[1]).toBe(heads);
});

const forecastOf = (changes: Partial<EvaluationForecast>): EvaluationForecast => ({
  variant_id: 'v',
  variant: 'default',
  route: '/',
  rows: 10,
  cached: 0,
  calls: 10,
  learned_from: 12,
  learned_of: 'variant',
  cost: 0.1,
  cost_interval: [0.05, 0.15],
  seconds: 1,
  seconds_interval: [0.5, 1.5],
  ...changes,
});

test.each<[readonly Partial<EvaluationForecast>[], string]>([
  [[{}], 'Based on the last 12 calls of the variant.'],
  [[{}, {}], 'Based on the last 12 calls of each variant.'],
  [[{ learned_of: 'route' }], 'Based on the last 12 calls of the route.'],
  [
    [{}, { learned_of: 'route', cost: null }],
    'Based on the last 12 calls of each variant, or of the route if a variant has too few. Their cost is unknown.',
  ],
  [[{ learned_from: 0 }], 'Cost and time are unknown: this route has not been evaluated before.'],
  [[{ calls: 0 }], 'Every answer is cached: no calls are needed.'],
  [
    [{ calls: 0, judge_scores: 46, judge_calls: 92, judge_cost: 0.01 }],
    'Every answer is cached. Judges would call models for 46 scores. Their cost is based on earlier scores of the same judges.',
  ],
  [
    [{ judge_scores: 1, judge_calls: 1, judge_cost: null }],
    'Based on the last 12 calls of the variant. Judges would call models for 1 score. Their cost is unknown: a judge has not scored here before, or its model has no known price.',
  ],
])('a forecast of %j shows what it is based on', (forecasts, remark) => {
  expect(writtenLines(forecastView(forecasts.map(forecastOf))).at(-1)).toBe(remark);
});

test('a forecast has units, and columns of judges only where there are judges', () => {
  const judged = forecastOf({ judge_calls: 92, judge_cost: 0.01, judge_cost_interval: [0.005, 0.015] });
  const unknown = forecastOf({ cost: null, cost_interval: null });
  expect(drawnLines(forecastView([judged, unknown]), 140).slice(0, 3)).toEqual([
    'variant  route  rows  cached  calls  cost  cost, 90 %      judge calls  judge cost  judge cost, 90 %  time  time, 90 %',
    'default  /        10       0     10  $0.1  $0.05 to $0.15           92       $0.01  $0.005 to $0.015   1 s  500 ms to 1.5 s',
    'default  /        10       0     10     -  -                         -           -  -                  1 s  500 ms to 1.5 s',
  ]);
  expect(drawnLines(forecastView([unknown]))[0]).toBe('variant  route  rows  cached  calls  cost  time  time, 90 %');
  expect(drawnLines(forecastView([judged]), 70)[0]).toBe(
    'variant  rows  cached  calls  cost  judge calls  judge cost  time',
  );
});
