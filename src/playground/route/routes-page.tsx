import { toHash } from '../address/address.ts';
import { Notice } from '../elements/notice.tsx';
import { useWorkspace } from '../workspace.ts';
import { RouteView } from './route-view.tsx';

/** The routes of an app, one of them open. */
export function RoutesPage({ path }: { readonly path: string | null }) {
  const { appName, routes } = useWorkspace();
  const route = path === null ? routes[0] : routes.find((candidate) => candidate.path === path);
  if (routes.length === 0) return <Notice>Nothing is deployed in this app yet. Deploy it with: wf deploy</Notice>;
  return (
    <>
      <nav className="routes" aria-label="Routes">
        {routes.map((candidate) => (
          <a
            key={candidate.path}
            href={toHash({ page: 'routes', app: appName, path: candidate.path })}
            aria-current={candidate === route ? 'page' : undefined}
          >
            {candidate.path}
          </a>
        ))}
      </nav>
      {route === undefined ? (
        <Notice>{`There is no route ${path} (any more).`}</Notice>
      ) : (
        <>
          <h1 className="hidden">Route {route.path}</h1>
          <RouteView key={`${appName} ${route.path}`} route={route} />
        </>
      )}
    </>
  );
}
