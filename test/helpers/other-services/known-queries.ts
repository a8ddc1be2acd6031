import { type Received, Refused } from './json-service.ts';

/** Query parameters of the public service, by method and path. @source facts §2 */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'GET /apps': ['app_name'],
  'GET /apps/get_variant_by_env': ['app_id', 'environment'],
  'GET /bases': ['app_id', 'base_name'],
  'GET /configs': ['base_id', 'config_name', 'environment_name'],
  'GET /evaluations': ['app_id'],
  'GET /human-evaluations': ['app_id'],
  'GET /evaluators/configs': ['app_id'],
  'GET /observability/v1/traces': ['format', 'focus', 'oldest', 'newest', 'filtering', 'page', 'size', 'next', 'stop'],
  'GET /containers/container_url': ['base_id', 'variant_id'],
  'PUT /variants/ID/service': ['url'],
};

/**
 * Refuses a request with a query parameter that the public service does not have, as FastAPI does with a model that
 * forbids others.
 */
export function refuseUnknownQueries({ method, url }: Received): void {
  const { pathname, searchParams } = new URL(url, 'http://service');
  const path = pathname.replace(/\/$/, '').replace(/(?<=^\/variants\/)[^/]+/, 'ID');
  const known = ['project_id', ...(KNOWN[`${method} ${path}`] ?? [])];
  const detail = [...searchParams]
    .filter(([name]) => !known.includes(name))
    .map(([name, input]) => ({
      type: 'extra_forbidden',
      loc: ['query', name],
      msg: 'Extra inputs are not permitted',
      input,
    }));
  if (detail.length > 0) throw new Refused(422, { detail });
}
