import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import type { Gate } from './parse-gate.ts';

/**
 * Refuses to judge an evaluation by the gate of another route. A service that does not tell the route is believed.
 *
 * @throws {WF_INVALID_INPUT} when the evaluation called another route than the gate names
 */
export function requireRouteOf({ name, route }: Gate, evaluation: Pick<Evaluation, 'id' | 'route'>): void {
  if (route === undefined || evaluation.route == null || evaluation.route === route) return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The gate ${name} is for the route ${route}, and evaluation ${evaluation.id} called ${evaluation.route}.`,
    nextSteps: [
      `wf eval list --route ${shellWord(route)}`,
      `wf eval run --route ${shellWord(route)} --testset TESTSET`,
    ],
  });
}
