import { notFound } from '../../../foundation/errors/not-found.ts';
import { EVALUATORS } from './evaluators.ts';
import { PREFIX, toShortKey } from './to-short-key.ts';

/**
 * Finds the key that a name means: the prefix "auto_" and the suffix "_test" may be left out.
 *
 * @param others - further names to suggest
 * @throws {WF_NOT_FOUND} with the near misses
 */
export function resolveEvaluatorKey(name: string, others: readonly string[] = []): string {
  const key = findEvaluatorKey(name);
  if (key !== undefined) return key;
  const keys = EVALUATORS.map((evaluator) => evaluator.key);
  const isWhole = name.startsWith(PREFIX);
  throw notFound({
    kind: 'evaluator',
    name,
    available: [...others, ...keys.map((known) => (isWhole ? known : toShortKey(known)))],
    nextSteps: ['wf evaluators list'],
  });
}

/** Answers whether a name means a built-in evaluator. */
export function isEvaluatorKey(name: string): boolean {
  return findEvaluatorKey(name) !== undefined;
}

/** Finds the key of the built-in evaluator that a name means. */
export function findEvaluatorKey(name: string): string | undefined {
  const spellings = [name, `${PREFIX}${name}`, `${name}_test`, `${PREFIX}${name}_test`];
  return spellings.find((spelling) => EVALUATORS.some(({ key }) => key === spelling));
}
