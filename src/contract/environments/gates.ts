import type { EnvironmentProtection, GateEvidence, KeptGate } from './environment.ts';

/** Lists the gates of an environment; none if it is not protected. */
export function gatesOf(protection: EnvironmentProtection | null | undefined): readonly KeptGate[] {
  return protection == null ? [] : [protection.gate, ...(protection.others ?? [])];
}

/** Returns whether two lists have the same gates under the same names. */
export function isSameGates(one: readonly KeptGate[], other: readonly KeptGate[]): boolean {
  const [before, after] = [one, other].map((gates) => JSON.stringify(gates.map(({ name, sha256 }) => [name, sha256])));
  return before === after;
}

/** Names gates with their routes: `draft.gate.yaml for /draft, release.gate.yaml`. */
export function nameGates(gates: readonly Pick<KeptGate, 'name' | 'route'>[]): string {
  return gates.map(({ name, route }) => (route == null ? name : `${name} for ${route}`)).join(', ');
}

/** Lists the gates that a revision passed, with the routes of the evaluations that passed them. */
export function provenGates({ others = [], ...first }: GateEvidence): readonly Pick<KeptGate, 'name' | 'route'>[] {
  return [first, ...others].map(({ gate, route }) => ({ name: gate.name, route: route ?? gate.route }));
}

/** Lists the evaluations and gates that justified a revision; none without evidence. */
export function justificationOf(evidence: GateEvidence | null) {
  if (evidence === null) return { evaluation_ids: [], gates: [] };
  return {
    evaluation_ids: [evidence, ...(evidence.others ?? [])].map((each) => each.evaluation_id),
    gates: provenGates(evidence).map(({ name }) => name),
  };
}

/** Returns whether two proofs have the same gates and evaluations. */
export function isSameEvidence(one: GateEvidence | null, other: GateEvidence | null): boolean {
  return identify(one) === identify(other);
}

function identify(evidence: GateEvidence | null): string {
  if (evidence === null) return '';
  return JSON.stringify(
    [evidence, ...(evidence.others ?? [])].map((each) => [
      each.evaluation_id,
      each.baseline_evaluation_id,
      each.gate.sha256,
    ]),
  );
}
