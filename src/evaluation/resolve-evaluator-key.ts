import { notFound } from '../errors/not-found.ts';
import { EVALUATORS } from './evaluators.ts';

/**
 * Finds the key a person means: "auto_" before it and "_test" behind it may be left out.
 *
 * @throws {WF_NOT_FOUND} with the near misses
 */
export function resolveEvaluatorKey(name: string): string {
  const keys = EVALUATORS.map(({ key }) => key);
  const spellings = [name, `auto_${name}`, `${name}_test`, `auto_${name}_test`];
  const key = spellings.find((spelling) => keys.includes(spelling));
  if (key !== undefined) return key;
  const isWhole = name.startsWith('auto_');
  throw notFound({
    kind: 'evaluator',
    name,
    available: keys.map((known) => (isWhole ? known : known.replace(/^auto_/, ''))),
    nextSteps: ['wf evaluators list'],
  });
}
