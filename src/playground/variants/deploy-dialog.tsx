import { useState } from 'react';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { Dialog } from '../elements/dialog.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { useRequest } from '../service/queries.ts';
import { send } from '../service/request.ts';
import { toCommand } from '../text/to-command.ts';
import { useEvaluationChoices } from '../evaluations/use-evaluation-choices.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { evaluationsOf, type GateChoice, GateFields } from './gate-fields.tsx';

/** Evaluations of one revision to choose from. */
const MAX_EVALUATIONS = 100;

interface DeployDialogProps {
  readonly variantId: string;
  readonly variantName: string;
  readonly revision: number;
  readonly onClose: () => void;
}

/** Deploys a revision to an environment of the user's choice, past its gate if it has one. */
export function DeployDialog({ variantId, variantName, revision, onClose }: DeployDialogProps) {
  const { app, appFlag, environments } = useWorkspace();
  const [name, setName] = useState(environments[0]?.name ?? '');
  const [typed, setTyped] = useState<GateChoice | null>(null);
  const chosen = environments.find((environment) => environment.name === name);
  const gate = chosen?.protection?.gate.name ?? null;
  const app_id = app?.app_id ?? '';
  const deployed = `${variantName}@${revision}`;
  const own = useRequest(
    'GET /evaluations',
    gate === null
      ? null
      : { app_id, variant_name: variantName, revision, archived: 'false', order: 'desc', limit: MAX_EVALUATIONS },
  );
  const others = useEvaluationChoices(gate === null ? null : app_id);
  const evaluations = evaluationsOf(own.value ?? [], deployed);
  const choice = typed ?? { evaluation: evaluations[0]?.id ?? '', baseline: '' };
  const [evaluation_id, baseline_evaluation_id] = gate === null ? ['', ''] : [choice.evaluation, choice.baseline];
  const deploy = () =>
    send('POST /environments/deploy', {
      body: {
        environment_name: name,
        variant_id: variantId,
        revision,
        ...(evaluation_id === '' ? {} : { evaluation_id }),
        ...(baseline_evaluation_id === '' ? {} : { baseline_evaluation_id }),
      },
    });
  const command = toCommand(
    ['wf', 'env', 'deploy'],
    {
      '--app': appFlag,
      '--variant': deployed,
      '--evaluation': evaluation_id,
      '--baseline': baseline_evaluation_id,
    },
    [name],
  );
  return (
    <Dialog
      title={`Deploy ${deployed}`}
      action="Deploy"
      done={`Deployed ${deployed} to ${name}`}
      onSubmit={deploy}
      onClose={onClose}
    >
      <fieldset>
        <legend>Environment</legend>
        {environments.map((environment) => (
          <label key={environment.name} className="choice">
            <input
              type="radio"
              name="environment"
              checked={environment.name === name}
              onChange={() => setName(environment.name)}
            />
            <span>
              {environment.name}
              <small>{describe(environment)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {gate === null ? null : (
        <GateFields
          gate={gate}
          deployed={deployed}
          evaluations={evaluations}
          others={others}
          choice={choice}
          onChange={setTyped}
        />
      )}
      <TerminalCommand command={command} />
    </Dialog>
  );
}

function describe({ deployed_variant_name: name }: EnvironmentOutput): string {
  return name === null ? 'nothing deployed yet' : `runs ${name}`;
}
