import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { UserError } from '../../errors/wf-error.ts';

const FAILED = new Set<unknown>(['EVALUATION_FAILED', 'EVALUATION_AGGREGATION_FAILED']);

/**
 * Checks that evaluations finished; single rows may have failed.
 *
 * @throws {WF_STOPPED} with the reason of the first that was cancelled
 * @throws {WF_FAILED} with the reason of the first that failed as a whole
 */
export function requireFinished(evaluations: readonly Evaluation[]): void {
  requireWhole(evaluations);
  const failed = evaluations.filter(({ status }) => FAILED.has(status.value));
  const [first] = failed;
  if (first === undefined) return;
  const reason = first.status.error?.message ?? 'the service gave no reason.';
  throw new UserError({
    code: 'WF_FAILED',
    message: `The evaluation of ${failed.flatMap(({ variant_names }) => variant_names).join(', ')} failed: ${reason}`,
    // The cause may be gone by now: a full disk, an address that did not answer.
    nextSteps: failed.flatMap((evaluation) => [`wf eval show ${evaluation.id}`, resumeStep(evaluation)]),
    details: { evaluations },
  });
}

function requireWhole(evaluations: readonly Evaluation[]): void {
  const stopped = evaluations.filter(({ status }) => status.value === 'EVALUATION_CANCELLED');
  const [first] = stopped;
  if (first === undefined) return;
  throw new UserError({
    code: 'WF_STOPPED',
    message: `The evaluation of ${stopped.flatMap(({ variant_names }) => variant_names).join(', ')} is not finished. ${first.status.error?.message ?? 'It was cancelled.'}`,
    nextSteps: stopped.map(resumeStep),
    details: { evaluations },
  });
}

/** Returns the command that resumes an evaluation, with a new limit if it would stop at the same one again. */
export function resumeStep({ id, status }: Evaluation): string {
  switch (status.error?.code) {
    case 'cost_unknown':
      return `wf eval resume ${id} --max-cost none`;
    case 'cost_limit':
      return `wf eval resume ${id} --max-cost USD`;
    default:
      return `wf eval resume ${id}`;
  }
}
