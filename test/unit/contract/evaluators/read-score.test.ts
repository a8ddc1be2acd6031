import { expect, test } from 'vitest';
import { readScore } from '../../../../src/contract/evaluators/read-score.ts';

test.each([
  [{ success: false, score: 1 }, false],
  [{ score: 0.5 }, 0.5],
  [{ score: 'good' }, 'good'],
  [{ score: null }, null],
  [{ success: 'yes' }, null],
  [{}, null],
])('the score of %j is %j', (outputs, score) => {
  expect(readScore(outputs)).toBe(score);
});
