import type { RouteSchema } from '../../contract/deployments/route-schema.ts';

const ENTRYPOINT = ['/generate', '/generate_deployed'];

/**
 * Answers whether a workflow with these routes serves a path. A self-hosted workflow is called at no other path: whatever
 * else its server has is not for callers of the service.
 *
 * @source seed §4.6
 */
export function isWorkflowPath(path: string, method: string, routes: readonly Pick<RouteSchema, 'path'>[]): boolean {
  if (method === 'GET') return path === '/health' || path === '/openapi.json';
  const bare = path.replace(/\/+$/, '');
  return ENTRYPOINT.includes(bare) || routes.some((route) => addressesOf(route.path).includes(bare));
}

function addressesOf(route: string): string[] {
  // Written like the path of the request, with percent signs for what a URL cannot contain.
  const { pathname } = new URL(route, 'http://workflow.invalid');
  return ['/run', '/playground/run'].map((start) => `${start}${pathname === '/' ? '' : pathname}`);
}
