import { parametersOfRoute } from '../../../contract/variants/route-parameters.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import type { Column } from '../../drafts/draft.ts';
import { type RunCommand, toWfRun } from './copy-command.ts';
import { toConfig } from '../read-values.ts';
import type { Trial } from '../use-trial.ts';

/** Returns what writes the command that runs columns: under `wf dev` from source, otherwise as it is deployed. */
export function useRunCommand({ path, fields, inputs, configOf }: Trial) {
  const { appFlag, dev, variant: first } = useWorkspace();
  return (columns: readonly Column[], rows?: RunCommand['rows']): string => {
    const origin = columns[0]?.origin ?? null;
    const stored =
      origin ??
      (first === null
        ? null
        : { variantName: first.variant_name, revision: first.revision, parameters: first.parameters ?? {} });
    const variant =
      dev !== null || stored === null
        ? null
        : { name: `${stored.variantName}@${stored.revision}`, parameters: parametersOfRoute(stored.parameters, path) };
    return toWfRun({
      appFlag,
      path,
      variant,
      defaults: toConfig(fields, variant?.parameters ?? {}),
      configs: columns.map(configOf),
      inputs,
      ...(rows === undefined ? {} : { rows }),
    });
  };
}
