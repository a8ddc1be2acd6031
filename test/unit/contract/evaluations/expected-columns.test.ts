import { expect, test } from 'vitest';
import { expectedColumns } from '../../../../src/contract/evaluations/expected-columns.ts';

test('routes do not get the columns with expected answers', () => {
  const settings = [{ correct_answer_key: 'wanted' }, { correct_answer_key: 'testcase.other' }, null, undefined, {}];
  expect([...expectedColumns(settings)]).toEqual(['correct_answer', 'wanted', 'other']);
  expect([...expectedColumns([])]).toEqual(['correct_answer']);
});
