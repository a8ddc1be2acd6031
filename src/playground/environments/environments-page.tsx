import { toHash } from '../address/address.ts';
import { EmptyState } from '../elements/notices.tsx';
import { NotFound } from '../elements/page-head.tsx';
import { numbers, RecordTable } from '../elements/record-tables.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { gatesOf, nameGates } from '../../contract/environments/gates.ts';
import { formatTime } from '../text/format-figures.ts';
import { EnvironmentView } from './environment-view.tsx';
import { nameRunning } from './runs.tsx';

export function EnvironmentsPage({ name }: { readonly name: string | null }) {
  const { appName, app, environments } = useWorkspace();
  const environment = environments.find((candidate) => candidate.name === name);
  if (environment !== undefined && app !== null) {
    return <EnvironmentView key={environment.name} environment={environment} />;
  }
  if (name !== null) {
    return <NotFound what="environment" name={name} back={{ page: 'environments', app: appName, name: null }} />;
  }
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
          columns={['Environment', 'Runs', 'Changed', 'By', 'Gate', ...numbers('Deploys')]}
          rows={environments.map((each) => ({
            key: each.name,
            cells: {
              Environment: <a href={toHash({ page: 'environments', app: appName, name: each.name })}>{each.name}</a>,
              Runs: <Runs environment={each} />,
              Changed: <span className="faint">{each.deployed_at == null ? '-' : formatTime(each.deployed_at)}</span>,
              By: each.deployed_by ?? '-',
              Gate: <span className="faint">{nameGates(gatesOf(each.protection)) || 'none'}</span>,
              Deploys: each.revision ?? 0,
            },
          }))}
        />
      )}
    </>
  );
}

function Runs({ environment }: { readonly environment: EnvironmentOutput }) {
  const { appName } = useWorkspace();
  const { deployed_app_variant_id: id, revision } = environment;
  if (revision === null) return <span className="faint">nothing deployed yet</span>;
  const name = nameRunning(environment);
  return id === null ? name : <a href={toHash({ page: 'variants', app: appName, id })}>{name}</a>;
}
