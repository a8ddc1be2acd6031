import { expect, test } from 'vitest';
import { forecastJudges } from '../../../../src/service/evaluations/plan/judge-forecast.ts';
import { scoreOf } from '../../../helpers/evaluation-records.ts';

const CRITIQUE = scoreOf('critique', 1, { prompt: 'Judge.' }).evaluator_config;
const OWN = scoreOf('own', 1).evaluator_config;

const pastOf = (config: typeof CRITIQUE, costs: readonly (number | null)[]) =>
  costs.map((cost) => ({ config, result: { type: 'number' as const, value: 1, cost } }));

test('judges are forecast by the mean cost of their earlier scores', () => {
  const wanted = [{ config: CRITIQUE, scores: 10, modelCalls: 3 }];
  const forecast = forecastJudges(wanted, pastOf(CRITIQUE, [0.01, 0.03, null]));
  expect(forecast).toMatchObject({ judge_scores: 10, judge_calls: 30 });
  expect(forecast.judge_cost).toBeCloseTo(0.2, 12);
  // t(0.95, 1) = 6.3138 and variance 0.0002: 0.2 ± 6.3138 √(0.0002 · 10 · (1 + 10 / 2)), from 0.
  expect(forecast.judge_cost_interval?.[0]).toBe(0);
  expect(forecast.judge_cost_interval?.[1]).toBeCloseTo(0.2 + 6.313_751_5 * Math.sqrt(0.012), 6);
});

test('equal settings are one judge, whatever it is called, and other settings are another', () => {
  const wanted = [{ config: CRITIQUE, scores: 2, modelCalls: 1 }];
  const renamed = { ...CRITIQUE, id: 'x', name: 'x' };
  expect(forecastJudges(wanted, pastOf(renamed, [0.01, 0.01])).judge_cost).toBeCloseTo(0.02, 12);
  const changed = { ...CRITIQUE, settings_values: { prompt: 'Judge well.' } };
  expect(forecastJudges(wanted, pastOf(changed, [0.01]))).toMatchObject({
    judge_scores: 2,
    judge_calls: 2,
    judge_cost: null,
    judge_cost_interval: null,
  });
});

test("an evaluator of the project's own is a judge if an earlier score of it had a cost", () => {
  const wanted = [{ config: OWN, scores: 5, modelCalls: 0 }];
  const none = { judge_scores: 0, judge_calls: 0, judge_cost: 0, judge_cost_interval: [0, 0] };
  expect(forecastJudges(wanted, [])).toEqual(none);
  expect(forecastJudges(wanted, pastOf(OWN, [null]))).toEqual(none);
  expect(forecastJudges(wanted, pastOf(CRITIQUE, [0.5]))).toEqual(none);
  expect(forecastJudges(wanted, pastOf(OWN, [0.5]))).toEqual({
    judge_scores: 5,
    judge_calls: 5,
    judge_cost: 2.5,
    judge_cost_interval: null,
  });
});

test('several judges are added up, and one of unknown cost makes the sum unknown', () => {
  const wanted = [
    { config: CRITIQUE, scores: 4, modelCalls: 2 },
    { config: OWN, scores: 3, modelCalls: 1 },
  ];
  const both = [...pastOf(CRITIQUE, [0.1, 0.1]), ...pastOf(OWN, [1, 1])];
  const forecast = forecastJudges(wanted, both);
  expect(forecast).toMatchObject({ judge_scores: 7, judge_calls: 11 });
  expect(forecast.judge_cost).toBeCloseTo(3.4, 12);
  expect(forecast.judge_cost_interval?.map((end) => Math.round(end * 1000) / 1000)).toEqual([3.4, 3.4]);
  const known = pastOf(CRITIQUE, [0.1, 0.1]);
  expect(forecastJudges(wanted, known)).toMatchObject({ judge_calls: 11, judge_cost: null, judge_cost_interval: null });
});
