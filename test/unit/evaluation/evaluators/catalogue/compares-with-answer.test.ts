import { expect, test } from 'vitest';
import {
  columnsToRead,
  comparesWithAnswer,
} from '../../../../../src/evaluation/evaluators/catalogue/compares-with-answer.ts';
import { EVALUATORS } from '../../../../../src/evaluation/evaluators/catalogue/evaluators.ts';

test('each evaluator reads the columns that it needs', () => {
  const columns = EVALUATORS.map(({ key }) => [
    key,
    comparesWithAnswer(key),
    columnsToRead(key, {}),
    columnsToRead(key, { correct_answer_key: 'expected', question_key: 'q', contexts_key: 'c', answer_key: 'a' }),
  ]);
  expect(columns).toMatchSnapshot();
});

test('an unknown evaluator reads none', () => {
  expect(comparesWithAnswer('unknown')).toBe(false);
  expect(columnsToRead('unknown', {})).toEqual([]);
});
