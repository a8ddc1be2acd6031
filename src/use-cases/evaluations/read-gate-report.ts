import type { GateReport } from '../../contract/evaluations/gate-report.ts';
import { isWfError } from '../../errors/wf-error.ts';

/** Takes out of a refusal what the service's gate found; `null` when it is refused for another reason. */
export function readGateReport(error: unknown): GateReport | null {
  if (!isWfError(error) || (error.code !== 'WF_GATE_FAILED' && error.code !== 'WF_GATE_INCONCLUSIVE')) return null;
  const { detail } = (error.details ?? {}) as { readonly detail?: Partial<GateReport> };
  // Both codes come from our service alone, whose tests hold it to the report's form.
  return Array.isArray(detail?.results) ? (detail as GateReport) : null;
}
