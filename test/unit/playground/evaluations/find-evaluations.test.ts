import { expect, test } from 'vitest';
import { findEvaluations } from '../../../../src/playground/evaluations/find-evaluations.ts';
import { evaluationOf, scoreOf } from '../../../helpers/evaluation-records.ts';

const statusOf = (value: string) => ({ status: { type: 'status', value } });
const ALL = [
  evaluationOf({ id: 'finished' }),
  evaluationOf({ id: 'partly', variant_names: ['tuned'], ...statusOf('EVALUATION_FINISHED_WITH_ERRORS') }),
  evaluationOf({ id: 'running', testset_name: 'Questions', ...statusOf('EVALUATION_STARTED') }),
  evaluationOf({ id: 'failed', aggregated_results: [scoreOf('judge', null)], ...statusOf('EVALUATION_FAILED') }),
];
const found = (find: string, status = '') => findEvaluations(ALL, { find, status }).map(({ id }) => id);

test.each([
  ['', ['finished', 'partly', 'running', 'failed']],
  ['finished', ['finished', 'partly']],
  ['running', ['running']],
  ['failed', ['partly', 'failed']],
])('status %j finds %j', (status, ids) => {
  expect(found('', status)).toEqual(ids);
});

test.each([
  ['TUNED@', ['partly']],
  ['question', ['running']],
  ['judge', ['failed']],
  ['nothing', []],
])('%j is found in the names of variant, test set and evaluators', (text, ids) => {
  expect(found(text)).toEqual(ids);
});
