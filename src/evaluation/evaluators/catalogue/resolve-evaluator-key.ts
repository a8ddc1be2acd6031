import { notFound } from '../../../errors/not-found.ts';
import { EVALUATORS } from './evaluators.ts';

/**
 * Finds the key that a name means: the prefix "auto_" and the suffix "_test" may be left out.
 *
 * @param others - further names to suggest
 * @throws {WF_NOT_FOUND} with the near misses
 */
export function resolveEvaluatorKey(name: string, others: readonly string[] = []): string {
  const key = findKey(name);
  if (key !== undefined) return key;
  const keys = EVALUATORS.map((evaluator) => evaluator.key);
  const isWhole = name.startsWith('auto_');
  throw notFound({
    kind: 'evaluator',
    name,
    available: [...others, ...keys.map((known) => (isWhole ? known : known.replace(/^auto_/, '')))],
    nextSteps: ['wf evaluators list'],
  });
}

/** Answers whether a name means a built-in evaluator. */
export function isEvaluatorKey(name: string): boolean {
  return findKey(name) !== undefined;
}

function findKey(name: string): string | undefined {
  const spellings = [name, `auto_${name}`, `${name}_test`, `auto_${name}_test`];
  return spellings.find((spelling) => EVALUATORS.some(({ key }) => key === spelling));
}
