import { useMemo } from 'react';
import type { DevEvent } from '../../contract/develop/dev-events.ts';
import type { App } from '../../contract/apps/app.ts';
import { type AppAddress, PAGE_TITLES, type PageName } from '../address/address.ts';
import { DevStatus } from '../develop/dev-status.tsx';
import { LazyView, type LazyViewProps } from '../elements/lazy-view.tsx';
import { ErrorText, Notice } from '../elements/notices.tsx';
import { LiveNotice } from './live-notice.tsx';
import { RoutesPage } from '../workbench/routes-page.tsx';
import { useRequest } from '../service/queries.ts';
import { type Workspace, WorkspaceContext } from '../workspace/workspace.ts';

interface AppViewProps extends Pick<Workspace, 'owner'> {
  readonly address: AppAddress;
  readonly app: App | null;
  readonly dev: DevEvent | null;
  /** Why the list of apps could not be fetched again. */
  readonly error: string | null;
  /** Whether commands have to name the app. */
  readonly isOneOfMany: boolean;
}

/** An app: fetches what its views share, shows the view of the address, and keeps it up to date. */
export function AppView(props: AppViewProps) {
  return (
    <>
      <LiveNotice appId={props.app?.app_id ?? null} />
      <AppContent {...props} />
    </>
  );
}

function AppContent(props: AppViewProps) {
  const { address, dev } = props;
  const { workspace, error } = useApp(address.page === 'routes' ? address.base : null, props);
  if (workspace === null) return <Notice error={error}>Loading…</Notice>;
  return (
    <WorkspaceContext value={workspace}>
      <ErrorText className="notice error" error={error} />
      {dev === null ? null : <DevStatus event={dev} />}
      <View address={address} />
    </WorkspaceContext>
  );
}

function View({ address }: Pick<AppViewProps, 'address'>) {
  switch (address.page) {
    case 'overview':
      return <PageView page="overview" load={loadOverview} props={{}} />;
    case 'routes':
      return <RoutesPage path={address.path} query={address.query ?? {}} />;
    case 'variants':
      return <PageView page="variants" load={loadVariants} props={{ id: address.id, query: address.query }} />;
    case 'environments':
      return <PageView page="environments" load={loadEnvironments} props={{ name: address.name }} />;
    case 'testsets':
      return <PageView page="testsets" load={loadTestsets} props={{ id: address.id, query: address.query }} />;
    case 'evaluations':
      return <PageView page="evaluations" load={loadEvaluations} props={{ id: address.id, query: address.query }} />;
    case 'human-evaluations':
      return <PageView page="human-evaluations" load={loadVotes} props={{ id: address.id }} />;
  }
}

interface PageViewProps<P> extends Pick<LazyViewProps<P>, 'load' | 'props'> {
  readonly page: PageName;
}

function PageView<P extends object>({ page, load, props }: PageViewProps<P>) {
  return <LazyView key={page} name={page} title={PAGE_TITLES[page]} load={load} props={props} />;
}

const loadOverview = async () => (await import('../overview/overview-page.tsx')).OverviewPage;
const loadVariants = async () => (await import('../variants/variants-page.tsx')).VariantsPage;
const loadEnvironments = async () => (await import('../environments/environments-page.tsx')).EnvironmentsPage;
const loadTestsets = async () => (await import('../testsets/testsets-page.tsx')).TestsetsPage;
const loadEvaluations = async () => (await import('../evaluations/evaluations-page.tsx')).EvaluationsPage;
const loadVotes = async () => (await import('../human-evaluations/human-evaluations-page.tsx')).HumanEvaluationsPage;

/** Loads the code of the views that most people open, so that they open at once, even when the service has ended. */
export async function loadViews(): Promise<void> {
  await Promise.allSettled([
    ...[loadOverview, loadVariants, loadEnvironments, loadTestsets, loadEvaluations, loadVotes].map((load) => load()),
    import('../workbench/rows/rows-view.tsx'),
    import('../workbench/saving/save-dialog.tsx'),
  ]);
}

/** The workspace is `null` while it loads. */
function useApp(base: string | null, { owner, address, app, dev, error: ofApps, isOneOfMany }: AppViewProps) {
  const inApp = app === null ? null : { app_id: app.app_id };
  const stored = useRequest('GET /bases', inApp);
  const oldest = useRequest('GET /apps/{app_id}/variants', inApp === null ? null : { ...inApp, limit: 1 });
  const environments = useRequest('GET /apps/{app_id}/environments', inApp);
  const first = oldest.value?.[0] ?? null;
  const bases = useMemo(() => basesOf(stored.value ?? [], first), [stored.value, first]);
  const name = base ?? bases[0];
  // Under `wf dev`, routes come with each save.
  const inBase = inApp === null || dev !== null || name === undefined ? null : { ...inApp, base_name: name };
  const routes = useRequest('GET /apps/{app_id}/routes', inBase);
  const isOldest = inBase === null || first?.base_name === name;
  const ofBase = useRequest(
    'GET /apps/{app_id}/variants',
    isOldest || oldest.value === null ? null : { ...inBase, limit: 1 },
  );
  const own = isOldest ? oldest : ofBase;
  const wanted = [...(inApp === null ? [] : [stored, own, environments]), ...(inBase === null ? [] : [routes])];
  const workspace = useMemo<Workspace>(
    () => ({
      owner,
      appName: address.app,
      appFlag: isOneOfMany ? address.app : '',
      app,
      base: dev !== null || bases.length < 2 ? null : (name ?? null),
      bases,
      routes: dev?.routes ?? routes.value ?? [],
      variant: own.value?.[0] ?? null,
      environments: environments.value ?? [],
      dev,
    }),
    [owner, address.app, isOneOfMany, app, name, dev, bases, routes.value, own.value, environments.value],
  );
  const error = [stored, oldest, environments, routes, ofBase].find((each) => each.error !== null)?.error ?? ofApps;
  return { workspace: wanted.some(({ value }) => value === null) ? null : workspace, error };
}

/** The oldest variant's base is the first: bases come by name. */
function basesOf(stored: readonly { readonly base_name: string }[], first: Workspace['variant']): readonly string[] {
  return [...new Set([...(first === null ? [] : [first.base_name]), ...stored.map(({ base_name }) => base_name)])];
}
