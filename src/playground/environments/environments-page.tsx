import { toHash } from '../address/address.ts';
import { Notice } from '../elements/notice.tsx';
import { RecordTable } from '../elements/record-table.tsx';
import { useWorkspace } from '../workspace.ts';
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
        <Notice>There is no environment yet. The first deploy makes three: wf deploy</Notice>
      ) : (
        <RecordTable
          label="Environments"
          columns={['Environment', 'Runs', { label: 'Revision', isNumber: true }]}
          rows={environments.map((each) => ({
            key: each.name,
            cells: {
              Environment: <a href={toHash({ page: 'environments', app: appName, name: each.name })}>{each.name}</a>,
              Runs: each.deployed_variant_name ?? <span className="faint">nothing yet</span>,
              Revision: each.revision ?? '',
            },
          }))}
        />
      )}
    </>
  );
}
