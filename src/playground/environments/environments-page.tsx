import { toHash } from '../address/address.ts';
import { EmptyState, Notice } from '../elements/notices.tsx';
import { Button } from '../elements/button.tsx';
import { numbers, RecordTable } from '../elements/record-tables.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import { useState } from 'react';
import type { EnvironmentOutput, EnvironmentRevision } from '../../contract/environments/environment.ts';
import { gatesOf, nameGates, provenGates } from '../../contract/environments/gates.ts';
import { Dialog } from '../elements/dialog.tsx';
import { PageHead } from '../elements/page-head.tsx';
import { formatTime, nameRevision } from '../text/format-figures.ts';
import { sendIfUnchanged } from '../service/request.ts';
import { useRequest } from '../service/queries.ts';
import { isMoved, MovedNotice } from './runs.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { toCommand } from '../text/to-command.ts';

export function EnvironmentsPage({ name }: { readonly name: string | null }) {
  const { appName, app, environments } = useWorkspace();
  const environment = environments.find((candidate) => candidate.name === name);
  if (environment !== undefined && app !== null) {
    return <EnvironmentView key={environment.name} appId={app.app_id} environment={environment} />;
  }
  if (name !== null) return <Notice error={`This app has no environment ${name}.`} />;
  return (
    <>
      <h1>Environments</h1>
      {environments.length === 0 ? (
        <EmptyState title="No environments yet" command="wf deploy">
          An environment runs one revision of a variant. The first deploy creates development, staging and production.
        </EmptyState>
      ) : (
        <RecordTable
          label="Environments"
          columns={['Environment', 'Runs', 'Gate', ...numbers('Deploys')]}
          rows={environments.map((each) => ({
            key: each.name,
            cells: {
              Environment: <a href={toHash({ page: 'environments', app: appName, name: each.name })}>{each.name}</a>,
              Runs: <Runs variant={each.deployed_app_variant_id} name={each.deployed_variant_name} />,
              Gate: <span className="faint">{nameGates(gatesOf(each.protection)) || 'none'}</span>,
              Deploys: each.revision ?? 0,
            },
          }))}
        />
      )}
    </>
  );
}

function Runs({ variant, name }: { readonly variant: string | null; readonly name: string | null }) {
  const { appName } = useWorkspace();
  if (name === null) return <span className="faint">not deployed</span>;
  return variant === null ? name : <a href={toHash({ page: 'variants', app: appName, id: variant })}>{name}</a>;
}

const TEXTS = ['Variant', 'Deployed', 'By'];

function EnvironmentView({ appId, environment }: { readonly appId: string; readonly environment: EnvironmentOutput }) {
  const { appName } = useWorkspace();
  const { name, revision: current, protection } = environment;
  const { value, error } = useRequest('GET /apps/{app_id}/revisions/{environment_name}', {
    app_id: appId,
    environment_name: name,
  });
  const hasEvidence = value?.revisions.some(({ evidence }) => evidence != null) ?? false;
  const [target, setTarget] = useState<EnvironmentRevision | null>(null);
  return (
    <>
      <PageHead title={name} back={{ page: 'environments', app: appName, name: null }}>
        {protection == null ? null : (
          <span className="tag">accepts only what passes {nameGates(gatesOf(protection))}</span>
        )}
      </PageHead>
      {value === null ? <Notice error={error}>Loading…</Notice> : null}
      {value?.revisions.length === 0 ? <NothingYet name={name} /> : null}
      {value === null || value.revisions.length === 0 ? null : (
        <RecordTable
          label="History"
          columns={[...numbers('Revision'), ...TEXTS, ...(hasEvidence ? ['Gate'] : []), 'Why', '']}
          rows={value.revisions.toReversed().map((each) => ({
            key: each.id,
            cells: {
              Revision: each.revision,
              Variant: <span className="name">{nameOf(each)}</span>,
              Deployed: <span className="faint">{formatTime(each.created_at)}</span>,
              By: each.modified_by,
              Gate: <Evidence revision={each} />,
              Why: <Why revision={each} />,
              '':
                each.revision === current ? (
                  <span className="tag good">current</span>
                ) : (
                  <Button label="Roll back…" context={`to revision ${each.revision}`} onClick={() => setTarget(each)} />
                ),
            },
          }))}
        />
      )}
      {target === null ? null : (
        <RollbackDialog
          target={target}
          variant={nameOf(target)}
          environment={environment}
          onClose={() => setTarget(null)}
        />
      )}
    </>
  );
}

/** `tuned@3` */
function nameOf({ deployed_variant_name: name, deployed_variant_revision: revision }: EnvironmentRevision): string {
  return name == null ? '-' : nameRevision(name, revision ?? '?');
}

function Evidence({ revision: { evidence } }: { readonly revision: EnvironmentRevision }) {
  if (evidence == null) return <span className="faint">-</span>;
  const names = provenGates(evidence).map((gate) => nameGates([gate]));
  return (
    <div className="tags">
      {names.map((name) => (
        <span key={name} className="tag good">
          {name}
        </span>
      ))}
    </div>
  );
}

function Why({ revision: { message, restored_from: restored } }: { readonly revision: EnvironmentRevision }) {
  const parts = [restored == null ? null : `Rolled back to revision ${restored}`, message ?? null].filter(
    (one) => one !== null,
  );
  return parts.length === 0 ? <span className="faint">-</span> : parts.join(': ');
}

function NothingYet({ name }: { readonly name: string }) {
  const { variant } = useWorkspace();
  const command = toCommand(['wf', 'env', 'deploy', name, '--variant', variant?.variant_name ?? 'VARIANT']);
  return (
    <EmptyState title="Nothing deployed here yet" command={command}>
      Deploy a variant from its page, from the playground, or with this command.
    </EmptyState>
  );
}

interface RollbackDialogProps {
  readonly environment: EnvironmentOutput;
  readonly target: EnvironmentRevision;
  /** The variant revision it ran: `tuned@3`. */
  readonly variant: string;
  readonly onClose: () => void;
}

function RollbackDialog({ environment, target, variant, onClose }: RollbackDialogProps) {
  const { appFlag } = useWorkspace();
  const { name, app_id, revision: current } = environment;
  const [seen] = useState(environment);
  const moved = { seen, now: environment };
  const body = { app_id, revision: target.revision };
  const rollBack = () =>
    sendIfUnchanged('POST /environments/{environment_name}/rollback', { environment_name: name, body }, current);
  return (
    <Dialog
      title={`Roll ${name} back`}
      action={isMoved(moved) ? 'Roll back over it' : 'Roll back'}
      done={({ revision }) =>
        // Restoring what already runs adds no revision.
        revision !== null && revision === current
          ? `Nothing changed: ${name} already runs the same as revision ${target.revision}`
          : `Rolled ${name} back to revision ${target.revision}`
      }
      onSubmit={rollBack}
      onClose={onClose}
    >
      <p>
        Deploys <b>{variant}</b>, which revision {target.revision} ran, as a new revision: code and configuration. The
        history keeps all revisions.
      </p>
      <MovedNotice {...moved} />
      <TerminalCommand
        command={toCommand(['wf', 'env', 'rollback'], { '--app': appFlag, '--to': String(target.revision) }, [name])}
      />
    </Dialog>
  );
}
