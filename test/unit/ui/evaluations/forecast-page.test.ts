import { expect, test } from 'vitest';
import type { EvaluationForecast } from '../../../../src/contract/evaluations/evaluation-progress.ts';
import { forecastPage } from '../../../../src/ui/evaluations/forecast-page.ts';

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

const JUDGES = 'What judges cost is not in it.';

test.each([
  [[{}], `Learned from the last 12 calls of the variant. ${JUDGES}`],
  [[{}, {}], `Learned from the last 12 calls of each variant. ${JUDGES}`],
  [[{ learned_of: 'route' as const }], `Learned from the last 12 calls of the route. ${JUDGES}`],
  [
    [{}, { learned_of: 'route' as const, cost: null }],
    `Learned from the last 12 calls of each variant, or of the route where it has few of its own. Their cost is not known. ${JUDGES}`,
  ],
  [[{ learned_from: 0 }], 'Cost and time are unknown: this route was not evaluated before.'],
  [[{ calls: 0 }], 'Every answer is stored: no call will be made.'],
])('a forecast of %j says what it was learned from', (forecasts, remark) => {
  expect(JSON.stringify(forecastPage(forecasts.map(forecast)).at(-1))).toContain(remark);
});
