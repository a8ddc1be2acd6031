import { useCallback, useMemo, useState } from 'react';
import type { DevEvent } from '../../contract/develop/dev-events.ts';
import type { App } from '../../contract/apps/app.ts';
import type { Address } from '../address/address.ts';
import { DevStatus } from '../develop/dev-status.tsx';
import { LazyView } from '../elements/lazy-view.tsx';
import { Notice } from '../elements/notice.tsx';
import { RoutesPage } from '../workbench/routes-page.tsx';
import { send } from '../service/request.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { type Workspace, WorkspaceContext } from '../workspace/workspace.ts';

interface AppViewProps {
  readonly address: Exclude<Address, { page: 'start' }>;
  readonly app: App | null;
  readonly dev: DevEvent | null;
  /** Whether commands have to name the app. */
  readonly isOneOfMany: boolean;
}

/** An app: fetches what its views share, and shows the view of the address. */
export function AppView({ address, app, dev, isOneOfMany }: AppViewProps) {
  const base = address.page === 'routes' ? address.base : null;
  const { workspace: loaded, error } = useApp(address.app, app, base, dev);
  const appFlag = isOneOfMany ? address.app : '';
  const workspace = useMemo(() => (loaded === null ? null : { ...loaded, appFlag }), [loaded, appFlag]);
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
      return (
        <LazyView
          key="variants"
          name="variants"
          title="Variants"
          load={loadVariants}
          props={{ id: address.id, query: address.query }}
        />
      );
    case 'environments':
      return (
        <LazyView
          key="environments"
          name="environments"
          title="Environments"
          load={loadEnvironments}
          props={{ name: address.name }}
        />
      );
    case 'evaluations':
      return (
        <LazyView
          key="evaluations"
          name="evaluations"
          title="Evaluations"
          load={loadEvaluations}
          props={{ id: address.id, query: address.query }}
        />
      );
    case 'human-evaluations':
      return <LazyView key="votes" name="votes" title="Votes" load={loadVotes} props={{ id: address.id }} />;
  }
}

const loadVariants = async () => (await import('../variants/variants-page.tsx')).VariantsPage;
const loadEnvironments = async () => (await import('../environments/environments-page.tsx')).EnvironmentsPage;
const loadEvaluations = async () => (await import('../evaluations/evaluations-page.tsx')).EvaluationsPage;
const loadVotes = async () => (await import('../human-evaluations/human-evaluations-page.tsx')).HumanEvaluationsPage;

interface LoadedApp {
  /** `null` while it loads. */
  readonly workspace: Omit<Workspace, 'appFlag'> | null;
  readonly error: string | null;
}

function useApp(appName: string, app: App | null, base: string | null, dev: DevEvent | null): LoadedApp {
  const [version, setVersion] = useState(0);
  const appId = app?.app_id ?? '';
  const records = useLoaded(app === null ? null : appId, (signal) => loadRecords(appId, signal));
  const { bases, environments, first } = records.value ?? NO_RECORDS;
  const name = base ?? bases[0];
  const key = dev !== null || name === undefined ? null : `${appId} ${name}`;
  // Under `wf dev`, routes come with each save.
  const code = useLoaded(key, (signal) => loadBase(appId, name ?? '', first, signal));
  const [reloadRecords, reloadCode] = [records.reload, code.reload];
  const reload = useCallback(() => {
    setVersion((before) => before + 1);
    reloadRecords();
    reloadCode();
  }, [reloadRecords, reloadCode]);
  const isLoading = (app !== null && records.value === null) || (key !== null && code.value === null);
  const workspace = useMemo<Omit<Workspace, 'appFlag'>>(
    () => ({
      appName,
      app,
      base: dev !== null || bases.length < 2 ? null : (name ?? null),
      bases,
      routes: dev?.routes ?? code.value?.routes ?? [],
      variant: key === null ? first : (code.value?.variant ?? null),
      environments,
      dev,
      version,
      reload,
    }),
    [appName, app, name, key, dev, bases, first, code.value, environments, version, reload],
  );
  return { workspace: isLoading ? null : workspace, error: records.error ?? code.error };
}

interface AppRecords extends Pick<Workspace, 'bases' | 'environments'> {
  /** The app's oldest variant. */
  readonly first: Workspace['variant'];
}

const NO_RECORDS: AppRecords = { bases: [], environments: [], first: null };

async function loadRecords(app_id: string, signal: AbortSignal): Promise<AppRecords> {
  const [bases, [first = null], environments] = await Promise.all([
    send('GET /bases', { app_id }, signal),
    send('GET /apps/{app_id}/variants', { app_id, limit: 1 }, signal),
    send('GET /apps/{app_id}/environments', { app_id }, signal),
  ]);
  const names = bases.map(({ base_name }) => base_name);
  // The oldest variant's base is the first: bases come by name.
  return { bases: [...new Set([...(first === null ? [] : [first.base_name]), ...names])], environments, first };
}

type BaseRecords = Pick<Workspace, 'routes' | 'variant'>;

/** Reads the routes of a base, and a variant of it: calls without a stored configuration go there. */
async function loadBase(
  app_id: string,
  base_name: string,
  first: Workspace['variant'],
  signal: AbortSignal,
): Promise<BaseRecords> {
  const [routes, [variant = null]] = await Promise.all([
    send('GET /apps/{app_id}/routes', { app_id, base_name }, signal),
    first?.base_name === base_name
      ? [first]
      : send('GET /apps/{app_id}/variants', { app_id, base_name, limit: 1 }, signal),
  ]);
  return { routes, variant };
}
