import { useMemo } from 'react';
import type { DevEvent } from '../contract/dev-events.ts';
import type { App } from '../contract/records/app.ts';
import type { Address } from './address/address.ts';
import { DevStatus } from './dev/dev-status.tsx';
import { Notice } from './elements/notice.tsx';
import { EnvironmentsPage } from './environments/environments-page.tsx';
import { EvaluationsPage } from './evaluations/evaluations-page.tsx';
import { RoutesPage } from './route/routes-page.tsx';
import { send } from './service/request.ts';
import { useLoaded } from './service/use-loaded.ts';
import { VariantsPage } from './variants/variants-page.tsx';
import { type Workspace, WorkspaceContext } from './workspace.ts';

interface AppViewProps {
  readonly address: Exclude<Address, { page: 'start' }>;
  readonly app: App | null;
  readonly dev: DevEvent | null;
}

/** An app: fetches what its views share, and draws the one that the address names. */
export function AppView({ address, app, dev }: AppViewProps) {
  const { value, error, reload } = useLoaded(app?.app_id ?? null, (signal) => loadApp(app?.app_id ?? '', signal));
  const workspace = useMemo<Workspace>(
    () => ({
      appName: address.app,
      app,
      routes: dev?.routes ?? value?.routes ?? [],
      variants: value?.variants ?? [],
      environments: value?.environments ?? [],
      dev,
      reload,
    }),
    [address.app, app, dev, value, reload],
  );
  if (error !== null) return <Notice error={error} />;
  if (app !== null && value === null) return <Notice>Loading…</Notice>;
  return (
    <WorkspaceContext value={workspace}>
      {dev === null ? null : <DevStatus event={dev} />}
      <View address={address} />
    </WorkspaceContext>
  );
}

function View({ address }: Pick<AppViewProps, 'address'>) {
  switch (address.page) {
    case 'routes':
      return <RoutesPage path={address.path} />;
    case 'variants':
      return <VariantsPage id={address.id} />;
    case 'environments':
      return <EnvironmentsPage name={address.name} />;
    case 'evaluations':
      return <EvaluationsPage id={address.id} />;
  }
}

async function loadApp(
  appId: string,
  signal: AbortSignal,
): Promise<Pick<Workspace, 'routes' | 'variants' | 'environments'>> {
  const [variants, environments] = await Promise.all([
    send('GET /apps/{app_id}/variants', { app_id: appId }, signal),
    send('GET /apps/{app_id}/environments', { app_id: appId }, signal),
  ]);
  const base = variants[0]?.base_name;
  const routes = await send(
    'GET /apps/{app_id}/routes',
    { app_id: appId, ...(base === undefined ? {} : { base_name: base }) },
    signal,
  );
  return { routes, variants, environments };
}
