import { expect, test } from 'vitest';
import type { EvaluationForecast } from '../../../../src/contract/evaluations/evaluation-progress.ts';
import { forecastPage } from '../../../../src/ui/evaluations/forecast-page.ts';
import type { TableBlock } from '../../../../src/ui/layout/table-model.ts';

const forecast = (changes: Partial<EvaluationForecast>): EvaluationForecast => ({
  variant_id: 'v',
  variant: 'default',
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

test.each([
  [[{}], 'Based on the last 12 calls of the variant.'],
  [[{}, {}], `Based on the last 12 calls of each variant.`],
  [[{ learned_of: 'route' as const }], `Based on the last 12 calls of the route.`],
  [
    [{}, { learned_of: 'route' as const, cost: null }],
    `Based on the last 12 calls of each variant, or of the route if a variant has too few. Their cost is unknown.`,
  ],
  [[{ learned_from: 0 }], 'Cost and time are unknown: this route has not been evaluated before.'],
  [[{ calls: 0 }], 'Every answer is cached: no calls are needed.'],
  [
    [{ calls: 0, judge_scores: 46, judge_calls: 92, judge_cost: 0.01 }],
    'Every answer is cached. Judges would call models for 46 scores. Their cost is based on earlier scores of the same judges.',
  ],
  [
    [{ judge_scores: 1, judge_calls: 1, judge_cost: null }],
    'Judges would call models for 1 score. Their cost is unknown: a judge has not scored here before, or its model has no known price.',
  ],
])('a forecast of %j shows what it is based on', (forecasts, remark) => {
  expect(JSON.stringify(forecastPage(forecasts.map(forecast)).at(-1))).toContain(remark);
});

test('the calls and the cost of judges are columns where there are judges', () => {
  const judged = { judge_scores: 46, judge_calls: 92, judge_cost: 0.01, judge_cost_interval: [0.005, 0.015] };
  const [table] = forecastPage([forecast(judged)]);
  const headers = table?.type === 'table' ? table.columns.map(({ header }) => header) : [];
  expect(headers).toEqual(expect.arrayContaining(['judge calls', 'judge cost', 'judge cost, 90 %']));
  expect(JSON.stringify(forecastPage([forecast({})])[0])).not.toContain('judge');
});

test('a forecast has these columns, with units', () => {
  const judged = forecast({ judge_calls: 92, judge_cost: 0.01, judge_cost_interval: [0.005, 0.015] });
  const [table] = forecastPage([judged, forecast({ cost: null, cost_interval: null })]);
  const { columns, rows } = table as TableBlock;
  expect(columns.map(({ header, kind, dropOrder }) => `${header} | ${kind} | ${dropOrder}`)).toEqual([
    'variant | text | 0',
    'rows | integer | 0',
    'cached | integer | 1',
    'calls | integer | 0',
    'cost | cost | 0',
    'cost, 90 % | text | 3',
    'judge calls | integer | 0',
    'judge cost | cost | 0',
    'judge cost, 90 % | text | 3',
    'time | seconds | 0',
    'time, 90 % | text | 2',
  ]);
  const time = [1, '500 ms to 1.5 s'];
  expect(rows).toEqual([
    ['default', 10, 0, 10, 0.1, '$0.05 to $0.15', 92, 0.01, '$0.005 to $0.015', ...time],
    ['default', 10, 0, 10, null, null, undefined, undefined, null, ...time],
  ]);
});
