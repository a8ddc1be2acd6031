import { expect, test } from 'vitest';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { differencesUnderTest } from '../../../../src/evaluation/compare/compare-subjects.ts';
import { evaluationOf, rowOf, scoreOf, streamOf } from '../../../helpers/evaluation-records.ts';

test.each([
  [{ bundle: 'a', variables: 'x' }, { bundle: 'b', variables: 'y' }, { differs_in: ['code', 'variables'] }],
  [{ bundle: 'a', variables: 'x' }, { bundle: 'a', variables: 'y' }, { differs_in: ['variables'] }],
  // What a service does not tell is not compared.
  [{ bundle: 'a', variables: 'x' }, { bundle: 'b', variables: null }, { differs_in: ['code'] }],
  [{ bundle: null }, { bundle: 'b', variables: 'x' }, {}],
])('evaluations of %j and %j have %j', (before, after, differences) => {
  expect(differencesUnderTest(evaluationOf(before), evaluationOf(after))).toEqual(differences);
});

test('the primary metric is the first evaluator of both, and none where no evaluator judged both', async () => {
  const judgedBy = (id: string, names: readonly string[]) => ({
    evaluation: evaluationOf({ id, aggregated_results: names.map((name) => scoreOf(name, 1)) }),
    rows: () => streamOf([rowOf({ input: 'a' })]),
  });
  const primaryOf = async (...names: string[]) => {
    const options = { baseline: judgedBy('a', ['own', 'exact_match']), candidates: [judgedBy('b', names)] };
    return (await compareEvaluations(options)).primary;
  };
  expect(await primaryOf('exact_match', 'own')).toEqual(['own']);
  expect(await primaryOf('exact_match')).toEqual(['exact_match']);
  expect(await primaryOf('levenshtein_distance')).toEqual([]);
});
