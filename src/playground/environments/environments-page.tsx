import { toHash } from '../address/address.ts';
import { EmptyState } from '../elements/empty-state.tsx';
import { Notice } from '../elements/notice.tsx';
import { RecordTable } from '../elements/record-table.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import { EnvironmentView } from './environment-view.tsx';

/** The environments of an app, or one of them. */
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
          columns={['Environment', 'Runs', 'Gate', { label: 'Deploys', isNumber: true }]}
          rows={environments.map((each) => ({
            key: each.name,
            cells: {
              Environment: <a href={toHash({ page: 'environments', app: appName, name: each.name })}>{each.name}</a>,
              Runs: <Runs variant={each.deployed_app_variant_id} name={each.deployed_variant_name} />,
              Gate: <span className="faint">{each.protection?.gate.name ?? 'none'}</span>,
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
