import type { DeployToEnvironment } from '../../../contract/environments/environment.ts';
import type { GateEvidence, GateFile } from '../../../contract/environments/gate-evidence.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { type EnvironmentRow, protectionOf } from '../queries/environments.ts';
import type { Db } from '../../store/schema.ts';
import { checkAgainstGate } from './check-against-gate.ts';
import { type Promoted, requireBaseline, requireCandidate } from './promoted-evaluations.ts';

type GateRequest = Pick<DeployToEnvironment, 'gate' | 'evaluation_id' | 'baseline_evaluation_id'>;

/**
 * Judges what an environment is about to run, by the rows that this service stored, never by figures of the caller.
 *
 * @returns the evidence to store; `null` without a gate in the request or on the environment
 * @throws {WF_PROTECTED} when the environment is protected, and no evaluation was named
 * @throws {WF_GATE_FAILED} when a condition is not met
 * @throws {WF_GATE_INCONCLUSIVE} when no condition fails, and one is inconclusive
 * @throws {WF_INVALID_INPUT} for an evaluation of something else, or one that is not finished
 */
export async function judgePromotion(db: Db, promoted: Promoted, requested: GateRequest): Promise<GateEvidence | null> {
  const gate = chooseGate(promoted.environment, requested);
  if (gate === null) {
    requireNothingToJudge(promoted.environment, requested);
    return null;
  }
  const id = requested.evaluation_id ?? null;
  if (id === null) throw unproven(promoted.environment);
  const candidate = await requireCandidate(db, id, promoted);
  const baseline = await requireBaseline(db, requested.baseline_evaluation_id ?? null, promoted);
  return await checkAgainstGate(db, gate, candidate, baseline);
}

/** A protected environment's own gate applies. A deploy with another gate would appear to have passed that one. */
function chooseGate(environment: EnvironmentRow, { gate }: GateRequest): GateFile | null {
  const own = protectionOf(environment)?.gate ?? null;
  if (own === null || gate == null || gate.content === own.content) return own ?? gate ?? null;
  throw new UserError({
    code: 'WF_PROTECTED',
    message: `Environment ${JSON.stringify(environment.name)} is protected by the gate ${own.name}, which ${gate.name} differs from. Leave the gate out to use the environment's own.`,
  });
}

function requireNothingToJudge({ name }: EnvironmentRow, requested: GateRequest): void {
  for (const field of ['evaluation_id', 'baseline_evaluation_id'] as const) {
    if (requested[field] == null) continue;
    const msg = `There is no gate to check the evaluation against: name one, or protect ${name}`;
    const details = [{ loc: ['body', field], msg, type: 'gate_missing' }];
    throw new UserError({ code: 'WF_INVALID_INPUT', message: `${msg}.`, details });
  }
}

function unproven(environment: EnvironmentRow): UserError {
  const protection = protectionOf(environment);
  if (protection !== null) return protectedBy(environment.name, protection.gate.name);
  const msg = 'A gate needs an evaluation to judge';
  const details = [{ loc: ['body', 'evaluation_id'], msg, type: 'missing' }];
  return new UserError({ code: 'WF_INVALID_INPUT', message: `${msg}.`, details });
}

/** Creates the error for an environment that accepts only variants which pass its gate. */
export function protectedBy(environment: string, gate: string): UserError {
  return new UserError({
    code: 'WF_PROTECTED',
    message: `Environment ${JSON.stringify(environment)} is protected: it accepts only a variant with an evaluation that passes the gate ${gate}.`,
  });
}
