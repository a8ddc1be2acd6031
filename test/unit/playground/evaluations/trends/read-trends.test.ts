import { expect, test } from 'vitest';
import type { Evaluation } from '../../../../../src/contract/evaluations/evaluation.ts';
import {
  metricsOf,
  newestOf,
  readDeploys,
  readPoints,
  type TrendPoint,
} from '../../../../../src/playground/evaluations/trends/read-trends.ts';

const number = (value: unknown) => ({ type: 'number', value });

function evaluationOf(id: string, more: object = {}): Evaluation {
  const record = {
    id,
    variant_names: ['tuned'],
    revisions: [3],
    testset_name: 'cases',
    status: { type: 'status', value: 'EVALUATION_FINISHED' },
    created_at: '2026-11-20T11:00:00Z',
    aggregated_results: [
      { evaluator_config: { id: 'e', name: 'match' }, result: number(0.5) },
      { evaluator_config: { id: 'f', name: 'broken' }, result: { type: 'error', value: null } },
    ],
    average_cost: number(0.25),
    average_latency: number(1.5),
    ...more,
  };
  return record as unknown as Evaluation; // only the fields that are read
}

const AT = Date.parse('2026-11-20T11:00:00Z');
const POINT: TrendPoint = {
  id: 'a',
  name: 'tuned@3',
  testset: 'cases',
  at: AT,
  scores: { match: 0.5 },
  cost: 0.25,
  latency: 1.5,
};

test('finished evaluations are points, oldest first', () => {
  const later = evaluationOf('b', {
    created_at: '2026-11-21T11:00:00Z',
    testset_name: null,
    average_cost: number(null),
  });
  const running = evaluationOf('c', { status: { type: 'status', value: 'EVALUATION_STARTED' } });
  expect(readPoints([later, running, evaluationOf('a')])).toEqual([
    POINT,
    { ...POINT, id: 'b', at: AT + 86_400_000, testset: 'a deleted test set', cost: null },
  ]);
});

test('deployments of all environments are in the order of time', () => {
  const of = (revision: number, created_at: string) => ({ revision, created_at }) as never; // only the fields that are read
  const environments = [
    { name: 'production', revisions: [of(1, '2026-11-20T11:00:00Z'), of(2, '2026-11-22T11:00:00Z')] },
    { name: 'staging', revisions: [of(1, '2026-11-21T11:00:00Z')] },
  ];
  expect(readDeploys(environments)).toEqual([
    { at: AT, environment: 'production', revision: 1 },
    { at: AT + 86_400_000, environment: 'staging', revision: 1 },
    { at: AT + 2 * 86_400_000, environment: 'production', revision: 2 },
  ]);
});

test('the evaluator that judged most comes first', () => {
  const points = [
    { ...POINT, scores: { rare: 1, usual: 1 } },
    { ...POINT, scores: { usual: 0 } },
  ];
  expect(metricsOf(points)).toEqual(['usual', 'rare']);
  expect(metricsOf([])).toEqual([]);
});

test('of several evaluations of a revision on a test set, the newest counts', () => {
  const points = [POINT, { ...POINT, id: 'b', testset: 'others' }, { ...POINT, id: 'c', at: AT + 1 }];
  expect(newestOf(points).map(({ id }) => id)).toEqual(['c', 'b']);
});
