import { expect, test } from 'vitest';
import { toShortKey } from '../../../../../src/evaluation/evaluators/catalogue/to-short-key.ts';

test.each([
  ['auto_exact_match', 'exact_match'],
  ['rag_faithfulness', 'rag_faithfulness'],
  ['my_auto_check', 'my_auto_check'],
])('the short key of %s is %s', (key, short) => {
  expect(toShortKey(key)).toBe(short);
});
