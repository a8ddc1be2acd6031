import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { goTo, toHash } from '../address/address.ts';
import { SelectField } from '../elements/labelled-controls.tsx';
import { EmptyState, Notice } from '../elements/notices.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import type { Query } from './use-query.ts';
import { RouteView } from './route-view.tsx';

export function RoutesPage({ path, query }: { readonly path: string | null; readonly query: Query }) {
  const { appName, base, routes, dev } = useWorkspace();
  const route = path === null ? routes[0] : routes.find((candidate) => candidate.path === path);
  if (routes.length === 0) {
    return dev === null ? (
      <EmptyState title="No routes yet" command="wf deploy">
        Deploy a workflow to this app to try its routes here.
      </EmptyState>
    ) : (
      <EmptyState title="No routes yet">Export a route from the workflow’s entry file to try it here.</EmptyState>
    );
  }
  const links = <RouteLinks open={route} />;
  if (route === undefined) {
    return (
      <>
        <h1 className="hidden">Routes</h1>
        {links}
        <Notice error={`There is no route ${path}.`} />
      </>
    );
  }
  return (
    <>
      <h1 className="hidden">Route {route.path}</h1>
      <RouteView key={`${appName} ${base} ${route.path}`} route={route} query={query} links={links} />
    </>
  );
}

function RouteLinks({ open }: { readonly open: RouteSchema | undefined }) {
  const { appName, base, routes } = useWorkspace();
  return (
    <div className="route-links">
      <BaseSelect />
      <nav className="routes" aria-label="Routes">
        {routes.map((candidate) => (
          <a
            key={candidate.path}
            href={toHash({ page: 'routes', app: appName, path: candidate.path, base })}
            aria-current={candidate === open ? 'page' : undefined}
            title={candidate.path}
            ref={candidate === open ? scrollIntoSight : undefined}
          >
            {candidate.path}
          </a>
        ))}
      </nav>
    </div>
  );
}

/** Of many routes, the open one may be out of sight. */
function scrollIntoSight(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Chooses one of an app's bases; hidden when there is only one. */
function BaseSelect() {
  const { appName, base, bases, dev } = useWorkspace();
  if (dev !== null || bases.length < 2) return null;
  return (
    <SelectField
      className="base"
      label="Base"
      value={base ?? bases[0] ?? ''}
      options={bases}
      onChange={(name) => goTo({ page: 'routes', app: appName, path: null, base: name })}
    />
  );
}
