import { useCallback, useMemo } from 'react';
import type { DevEvent } from '../../contract/develop/dev-events.ts';
import type { App } from '../../contract/apps/app.ts';
import type { Address } from '../address/address.ts';
import { DevStatus } from '../develop/dev-status.tsx';
import { LazyView } from '../elements/lazy-view.tsx';
import { Notice } from '../elements/notice.tsx';
import { EnvironmentsPage } from '../environments/environments-page.tsx';
import { RoutesPage } from '../workbench/routes-page.tsx';
import { send } from '../service/request.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { VariantsPage } from '../variants/variants-page.tsx';
import { basesOf, type Workspace, WorkspaceContext } from '../workspace/workspace.ts';

interface AppViewProps {
  readonly address: Exclude<Address, { page: 'start' }>;
  readonly app: App | null;
  readonly dev: DevEvent | null;
}

/** An app: fetches what its views share, and shows the view of the address. */
export function AppView({ address, app, dev }: AppViewProps) {
  const base = address.page === 'routes' ? address.base : null;
  const { workspace, error } = useApp(address.app, app, base, dev);
  if (error !== null) return <Notice error={error} />;
  if (workspace === null) return <Notice>Loading…</Notice>;
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
      return <RoutesPage path={address.path} query={address.query ?? {}} />;
    case 'variants':
      return <VariantsPage id={address.id} />;
    case 'environments':
      return <EnvironmentsPage name={address.name} />;
    case 'evaluations':
      return (
        <LazyView
          key="evaluations"
          name="evaluations"
          load={loadEvaluations}
          props={{ id: address.id, query: address.query }}
        />
      );
    case 'human-evaluations':
      return <LazyView key="votes" name="votes" load={loadVotes} props={{ id: address.id }} />;
  }
}

const loadEvaluations = async () => (await import('../evaluations/evaluations-page.tsx')).EvaluationsPage;
const loadVotes = async () => (await import('../human-evaluations/human-evaluations-page.tsx')).HumanEvaluationsPage;

interface LoadedApp {
  /** `null` while it loads. */
  readonly workspace: Workspace | null;
  readonly error: string | null;
}

function useApp(appName: string, app: App | null, base: string | null, dev: DevEvent | null): LoadedApp {
  const appId = app?.app_id ?? null;
  const records = useLoaded(appId, (signal) => loadRecords(appId ?? '', signal));
  const bases = basesOf({ variants: records.value?.variants ?? [] });
  const name = base ?? bases[0];
  // Under `wf dev`, routes come with each save.
  const routes = useLoaded(dev !== null || name === undefined ? null : `${appId} ${name}`, (signal) =>
    send(
      'GET /apps/{app_id}/routes',
      { app_id: appId ?? '', ...(name === undefined ? {} : { base_name: name }) },
      signal,
    ),
  );
  const [reloadRecords, reloadRoutes] = [records.reload, routes.reload];
  const reload = useCallback(() => {
    reloadRecords();
    reloadRoutes();
  }, [reloadRecords, reloadRoutes]);
  const isLoading =
    (app !== null && records.value === null) || (dev === null && name !== undefined && routes.value === null);
  const workspace = useMemo<Workspace>(
    () => ({
      appName,
      app,
      base: dev !== null || bases.length < 2 ? null : (name ?? null),
      routes: dev?.routes ?? routes.value ?? [],
      variants: records.value?.variants ?? [],
      environments: records.value?.environments ?? [],
      dev,
      reload,
    }),
    [appName, app, name, dev, bases.length, routes.value, records.value, reload],
  );
  return { workspace: isLoading ? null : workspace, error: records.error ?? routes.error };
}

async function loadRecords(appId: string, signal: AbortSignal): Promise<Pick<Workspace, 'variants' | 'environments'>> {
  const [variants, environments] = await Promise.all([
    send('GET /apps/{app_id}/variants', { app_id: appId }, signal),
    send('GET /apps/{app_id}/environments', { app_id: appId }, signal),
  ]);
  return { variants, environments };
}
