import { expect, test } from 'vitest';
import { differencesUnderTest } from '../../../../src/evaluation/compare/compare-subjects.ts';
import { evaluationOf } from '../../../helpers/evaluation-records.ts';

test.each([
  [{ bundle: 'a', variables: 'x' }, { bundle: 'b', variables: 'y' }, { differs_in: ['code', 'variables'] }],
  [{ bundle: 'a', variables: 'x' }, { bundle: 'a', variables: 'y' }, { differs_in: ['variables'] }],
  // What a service does not tell is not compared.
  [{ bundle: 'a', variables: 'x' }, { bundle: 'b', variables: null }, { differs_in: ['code'] }],
  [{ bundle: null }, { bundle: 'b', variables: 'x' }, {}],
])('evaluations of %j and %j have %j', (before, after, differences) => {
  expect(differencesUnderTest(evaluationOf(before), evaluationOf(after))).toEqual(differences);
});
