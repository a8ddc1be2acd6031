import { useState } from 'react';
import type { EnvironmentOutput, EnvironmentRevision } from '../../contract/records/environment.ts';
import { toHash } from '../address/address.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Notice } from '../elements/notice.tsx';
import { RecordTable } from '../elements/record-table.tsx';
import { formatTime } from '../output/format-figures.ts';
import { send } from '../service/request.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { useWorkspace } from '../workspace.ts';
import { nameRevisions } from './name-revisions.ts';

interface EnvironmentViewProps {
  readonly appId: string;
  readonly environment: EnvironmentOutput;
}

/** An environment: what it runs, what it ran, and the way back. */
export function EnvironmentView({ appId, environment }: EnvironmentViewProps) {
  const { appName, variants } = useWorkspace();
  const { name, revision: current } = environment;
  const { value, error } = useLoaded(`${name} ${current}`, async (signal) => {
    const [history, names] = await Promise.all([
      send('GET /apps/{app_id}/revisions/{environment_name}', { app_id: appId, environment_name: name }, signal),
      nameRevisions(variants, signal),
    ]);
    return { revisions: history.revisions, names };
  });
  const [target, setTarget] = useState<EnvironmentRevision | null>(null);
  return (
    <>
      <p>
        <a href={toHash({ page: 'environments', app: appName, name: null })}>Environments</a>
      </p>
      <h1>{name}</h1>
      {value === null ? <Notice error={error}>Loading…</Notice> : null}
      {value?.revisions.length === 0 ? <Notice>Nothing was deployed here yet.</Notice> : null}
      {value === null || value.revisions.length === 0 ? null : (
        <RecordTable
          label="History"
          columns={[{ label: 'Revision', isNumber: true }, 'Variant', 'Deployed', 'By', 'Roll back']}
          rows={value.revisions.toReversed().map((each) => ({
            key: each.id,
            cells: {
              Revision: each.revision,
              Variant: value.names.get(each.deployed_app_variant_revision ?? '') ?? '-',
              Deployed: formatTime(each.created_at),
              By: each.modified_by,
              'Roll back':
                each.revision === current ? (
                  <span className="tag">runs now</span>
                ) : (
                  <button type="button" onClick={() => setTarget(each)}>
                    Roll back…<span className="hidden"> to revision {each.revision}</span>
                  </button>
                ),
            },
          }))}
        />
      )}
      {target === null ? null : (
        <RollbackDialog appId={appId} name={name} target={target} onClose={() => setTarget(null)} />
      )}
    </>
  );
}

interface RollbackDialogProps {
  readonly appId: string;
  readonly name: string;
  readonly target: EnvironmentRevision;
  readonly onClose: () => void;
}

function RollbackDialog({ appId, name, target, onClose }: RollbackDialogProps) {
  const { reload } = useWorkspace();
  const rollBack = async () => {
    await send('POST /environments/{environment_name}/rollback', {
      environment_name: name,
      body: { app_id: appId, revision: target.revision },
    });
    reload();
  };
  return (
    <Dialog title={`Roll ${name} back`} action="Roll back" onSubmit={rollBack} onClose={onClose}>
      <p>
        Deploys what revision {target.revision} ran, code and configuration, as a new revision. Nothing of the history
        is lost.
      </p>
    </Dialog>
  );
}
