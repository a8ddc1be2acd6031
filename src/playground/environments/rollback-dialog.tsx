import { useState } from 'react';
import type { EnvironmentOutput, EnvironmentRevision } from '../../contract/environments/environment.ts';
import { Dialog } from '../elements/dialog.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { sendIfUnchanged } from '../service/request.ts';
import { toCommand } from '../text/to-command.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { MovedNotice } from './runs.tsx';
import { useOthersChange } from '../elements/use-others-change.ts';

interface RollbackDialogProps {
  readonly environment: EnvironmentOutput;
  readonly target: EnvironmentRevision;
  /** The variant revision it ran: `tuned@3`. */
  readonly variant: string;
  readonly onClose: () => void;
}

export function RollbackDialog({ environment, target, variant, onClose }: RollbackDialogProps) {
  const { appFlag } = useWorkspace();
  const { name, app_id, revision: current } = environment;
  const [seen] = useState(environment);
  const { isMoved, isSeen, sending } = useOthersChange(seen.revision !== current);
  const body = { app_id, revision: target.revision };
  const rollBack = async () => {
    const path = 'POST /environments/{environment_name}/rollback';
    const { revision } = await sendIfUnchanged(path, { environment_name: name, body }, current);
    return { before: current, revision };
  };
  return (
    <Dialog
      title={`Roll ${name} back`}
      isReady={isSeen}
      action={isMoved ? 'Roll back over it' : 'Roll back'}
      done={({ before, revision }) =>
        // Restoring what already runs adds no revision.
        revision !== null && revision === before
          ? `Nothing changed: ${name} already runs the same as revision ${target.revision}`
          : `Rolled ${name} back to revision ${target.revision}`
      }
      onSubmit={() => sending(rollBack)}
      onClose={onClose}
    >
      <p>
        Deploys <b>{variant}</b>, which revision {target.revision} ran, as a new revision: code and configuration. The
        history keeps all revisions.
      </p>
      {isMoved ? <MovedNotice seen={seen} now={environment} /> : null}
      <TerminalCommand
        command={toCommand(['wf', 'env', 'rollback'], { '--app': appFlag, '--to': String(target.revision) }, [name])}
      />
    </Dialog>
  );
}
