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

const JUDGES = 'The cost of judges is not included.';

test.each([
  [[{}], `Based on the last 12 calls of the variant. ${JUDGES}`],
  [[{}, {}], `Based on the last 12 calls of each variant. ${JUDGES}`],
  [[{ learned_of: 'route' as const }], `Based on the last 12 calls of the route. ${JUDGES}`],
  [
    [{}, { learned_of: 'route' as const, cost: null }],
    `Based on the last 12 calls of each variant, or of the route if a variant has too few. Their cost is unknown. ${JUDGES}`,
  ],
  [[{ learned_from: 0 }], 'Cost and time are unknown: this route has not been evaluated before.'],
  [[{ calls: 0 }], 'Every answer is cached: no calls are needed.'],
])('a forecast of %j shows what it is based on', (forecasts, remark) => {
  expect(JSON.stringify(forecastPage(forecasts.map(forecast)).at(-1))).toContain(remark);
});
