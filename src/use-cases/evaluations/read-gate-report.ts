import type { GateReport } from '../../contract/evaluations/gate-report.ts';
import { isWfError } from '../../foundation/errors/wf-error.ts';

/** Extracts the gate report from an error of the service; `null` if the error has another cause. */
export function readGateReport(error: unknown): GateReport | null {
  if (!isWfError(error) || (error.code !== 'WF_GATE_FAILED' && error.code !== 'WF_GATE_INCONCLUSIVE')) return null;
  const { detail } = (error.details ?? {}) as { readonly detail?: Partial<GateReport> };
  // Only our service sends these codes, and its tests check the report's shape.
  return Array.isArray(detail?.results) ? (detail as GateReport) : null;
}
