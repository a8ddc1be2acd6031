import type { GatePlan, PlannedCheck } from '../../contract/evaluations/gate-report.ts';
import { countOf } from '../../foundation/numbers.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';

/**
 * Throws where a gate cannot pass on the cases that there are, even if nothing changed: calls would be paid for nothing.
 *
 * @throws {WF_GATE_INCONCLUSIVE} with the rules, the cases that they need, and the margins that these cases can decide
 */
export function requireDecidable(plan: GatePlan): void {
  const blocked = plan.checks.filter(({ can_pass }) => can_pass === false);
  if (blocked.length === 0) return;
  throw new UserError({
    code: 'WF_GATE_INCONCLUSIVE',
    message: `The gate ${plan.gate} cannot pass on ${countOf(plan.cases, 'case')} even if nothing changed, so nothing was called: ${blocked.map(describeBlocked).join('; ')}.`,
    nextSteps: ['Add cases to the test set, or let the gate ask for less', 'wf eval plan … --gate FILE'],
    details: plan,
  });
}

function describeBlocked({ metric, rule, needed_to_pass: needed, could }: PlannedCheck): string {
  const needs = needed === null ? 'can pass on no number of cases' : `needs ${needed}`;
  return `${metric}, ${rule}, ${needs}${could === null ? '' : ` (not_worse_by: ${could} could)`}`;
}
