import { expect, test } from 'vitest';
import { casesNeeded } from '../../../../src/evaluation/gate/cases-needed.ts';

test.each([
  [0, 1, 1],
  [1, 2, 2],
  [10, 11, 11],
  [10, 40, 40],
  [10, 41, 41],
  [3, 2 ** 20 + 1, 2 ** 20 + 1],
  [1, 2 ** 30, 2 ** 30],
  [1, 2 ** 30 + 1, null],
])('of %d cases, when %d decide, %j are needed', (seen, enough, needed) => {
  expect(casesNeeded(seen, (cases) => cases >= enough)).toBe(needed);
});
