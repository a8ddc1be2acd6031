import { expect, test } from 'vitest';
import type { HumanEvaluation } from '../../../../src/contract/human-evaluations/human-evaluation.ts';
import { nameVariants } from '../../../../src/playground/human-evaluations/name-variants.ts';

test('variants are named with their revisions', () => {
  // Only the fields that are read.
  const name = (variant_names: string[], revisions: string[]) =>
    nameVariants({ variant_names, revisions } as HumanEvaluation);
  expect(name(['default'], ['1'])).toBe('default@1');
  expect(name(['default', 'tuned'], ['1'])).toBe('default@1 and tuned@?');
});
