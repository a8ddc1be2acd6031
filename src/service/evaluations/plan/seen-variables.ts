import { canonicalJson } from '../../../evaluation/hashing/content-keys.ts';
import { divideVariables, type VariableRule } from '../../../contract/evaluations/variable-rule.ts';
import type { HostedDeployment, Variables } from '../../hosting/hosting.ts';
import type { ServiceTools } from '../../operation/operation.ts';

/** The variables that an evaluation's workflow sees. */
export type SeenVariables = Awaited<ReturnType<typeof readSeenVariables>>;

/**
 * Reads the variables that a deployment's code would see now. Of a self-hosted workflow, nobody knows them.
 *
 * @param rule - which of them determine outputs
 */
export async function readSeenVariables(
  deployment: HostedDeployment,
  rule: VariableRule,
  { readVariables, fingerprint }: Pick<ServiceTools, 'readVariables' | 'fingerprint'>,
) {
  const readAt = performance.now();
  const values = deployment.url === null ? await readVariables(deployment) : {};
  const { counted, ignored } = divideVariables(Object.keys(values), rule);
  const textOf = (all: Variables) =>
    canonicalJson(divideVariables(Object.keys(all), rule).counted.map((name) => [name, all[name]]));
  const text = textOf(values);
  let known: Variables = values;
  let haveChanged = false;
  return {
    counted,
    ignored,
    /** Keyed hash of those that determine outputs; `null`: there are none. */
    fingerprint: counted.length === 0 ? null : await fingerprint(text),
    /** Computes the same, also where there are none; `null`: nobody knows them. */
    hash: async () => (deployment.url === null ? await fingerprint(text) : null),
    /** The deployment, to be called with these variables or newer ones. */
    deployment: { ...deployment, variables: { values, readAt } },
    /** Notes the variables of a process that answered. Left out: nobody knows them. */
    note(seen: Variables | undefined): void {
      if (seen === undefined || seen === known) return;
      known = seen;
      haveChanged ||= textOf(seen) !== text;
    },
    /** Whether others have been seen: answers are then not those of the keys. */
    get haveChanged() {
      return haveChanged;
    },
  };
}
