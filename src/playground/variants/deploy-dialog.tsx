import { useState } from 'react';
import { Dialog } from '../elements/dialog.tsx';
import { send } from '../service/request.ts';
import { useWorkspace } from '../workspace/workspace.ts';

interface DeployDialogProps {
  readonly variantId: string;
  readonly variantName: string;
  readonly revision: number;
  readonly onClose: () => void;
}

/** Deploys a revision to an environment of the user's choice. */
export function DeployDialog({ variantId, variantName, revision, onClose }: DeployDialogProps) {
  const { environments, reload } = useWorkspace();
  const [name, setName] = useState(environments[0]?.name ?? '');
  const deploy = async () => {
    await send('POST /environments/deploy', { body: { environment_name: name, variant_id: variantId, revision } });
    reload();
  };
  return (
    <Dialog title={`Deploy ${variantName}@${revision}`} action="Deploy" onSubmit={deploy} onClose={onClose}>
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
              <small>
                {environment.deployed_variant_name === null
                  ? 'nothing deployed yet'
                  : `runs ${environment.deployed_variant_name}`}
              </small>
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
