import type { DevEvent } from '../../../src/contract/develop/dev-events.ts';
import { useAddress } from '../../../src/playground/address/use-address.ts';
import { RoutesPage } from '../../../src/playground/workbench/routes-page.tsx';
import type { Query } from '../../../src/playground/workbench/use-query.ts';
import { WorkspaceContext, type Workspace } from '../../../src/playground/workspace/workspace.ts';
import { fakeBrowser, type Answers, type FakeBrowser } from './fake-browser.ts';
import { mount, type Mounted } from './mount.ts';
import { routeOf, variantOf, workspaceOf } from './page-records.ts';

/** Where the route `/` of the app's first variant runs. */
export const RUN = '/services/app-1/variant-1/playground/run';
/** The query of what can be chosen from. */
const CHOICES = 'limit=100&order=desc&total=true&archived=false';
/** Lists the variants that a configuration can start from. */
export const VARIANTS = `GET /apps/app-1/variants?base_name=app&${CHOICES}`;
/** Lists the test sets whose rows can be tried. */
export const TESTSETS = `GET /testsets?${CHOICES}`;
/** The answer of a route. */
export const ANSWER = { version: '3.0', data: 'blue', tree: { nodes: [] } };
/** The first event of `wf dev`. */
export const DEV: DevEvent = { type: 'reload-end', app: 'support', routes: [routeOf()] };

export function routesPage(workspace: Partial<Workspace> = {}, path: string | null = null, query: Query = {}) {
  return (
    <WorkspaceContext value={workspaceOf(workspace)}>
      <RoutesPage path={path} query={query} />
    </WorkspaceContext>
  );
}

interface OpenedRoutes extends AsyncDisposable {
  readonly browser: FakeBrowser;
  readonly shown: Mounted;
}

/** Opens the page of an app's routes. */
export async function openRoutes(
  workspace: Partial<Workspace> = {},
  answers: Answers = {},
  path: string | null = null,
  query: Query = {},
): Promise<OpenedRoutes> {
  const browser = fakeBrowser({ answers: { [VARIANTS]: [workspace.variant ?? variantOf()], ...answers } });
  const shown = await mount(routesPage(workspace, path, query));
  return {
    browser,
    shown,
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

/**
 * Opens the page of an app's routes at an address, which it then follows.
 *
 * @param prepare - called before, for instance to fill the browser's storage
 */
export async function openRoutesAt(
  query: Query,
  answers: Answers = {},
  prepare: () => void = () => undefined,
): Promise<OpenedRoutes> {
  const browser = fakeBrowser({ answers, hash: `#/apps/support/routes?${new URLSearchParams(query)}` });
  prepare();
  const shown = await mount(
    <WorkspaceContext value={workspaceOf()}>
      <Addressed />
    </WorkspaceContext>,
  );
  return {
    browser,
    shown,
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

function Addressed() {
  const address = useAddress();
  return <RoutesPage path={null} query={address.page === 'routes' ? (address.query ?? {}) : {}} />;
}

/** The route calls among the sent requests. */
export function runsOf(sent: readonly string[]): string[] {
  return sent.filter((one) => one.includes('/playground/run'));
}
