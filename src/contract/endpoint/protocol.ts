import type { Method } from './endpoint.ts';

/**
 * Version of the interface, in the `Wf-Version` header of every response and in the OpenAPI document. It changes if an
 * endpoint or a required field is removed or changes its meaning, but not if something is added.
 *
 * @source design §5, version (ours)
 */
export const INTERFACE_VERSION = '1';

/** Fills the parameters of a path template, percent-encoding each value: `/apps/{app_id}` → `/apps/a%2Fb`. */
export function fillPath(template: string, params: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** Lists the names of a template's parameters, in order. */
export function pathParameterNames(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map((match) => String(match[1]));
}

/** Endpoints of the public service that ours does not offer, and why, as the answer says it. */
interface NotOffered {
  readonly method: Method;
  readonly path: string;
  readonly reason: string;
}

const IMAGES = 'This service runs bundles, not container images: deploy with wf deploy, or register an address.';
const MEMBERS = 'This service has keys with roles instead of members: create keys by POST /keys.';
const FIXED = 'This service has one organisation with one workspace.';
const TRACES = 'This service stores spans as they are sent, and computes no figures from them.';

/** @source facts §2; the others only the public service's generated client names */
const NOT_OFFERED: readonly NotOffered[] = [
  { method: 'POST', path: '/admin/accounts', reason: MEMBERS },
  { method: 'POST', path: '/admin/account', reason: MEMBERS },
  { method: 'POST', path: '/apps/{app_id}/variant/from-image', reason: IMAGES },
  { method: 'POST', path: '/apps/{app_id}/variant/from-template', reason: IMAGES },
  { method: 'POST', path: '/apps/app_and_variant_from_template', reason: IMAGES },
  { method: 'POST', path: '/containers/build_image', reason: IMAGES },
  { method: 'GET', path: '/containers/templates', reason: IMAGES },
  { method: 'PUT', path: '/variants/{variant_id}/image', reason: IMAGES },
  { method: 'GET', path: '/observability/v1/analytics', reason: TRACES },
  { method: 'POST', path: '/organizations', reason: FIXED },
  { method: 'POST', path: '/organizations/{org_id}/workspaces', reason: FIXED },
  { method: 'POST', path: '/organizations/{org_id}/workspaces/{workspace_id}/invite', reason: MEMBERS },
  { method: 'POST', path: '/organizations/{org_id}/workspaces/{workspace_id}/invite/resend', reason: MEMBERS },
  { method: 'POST', path: '/organizations/{org_id}/workspaces/{workspace_id}/invite/accept', reason: MEMBERS },
  { method: 'POST', path: '/workspaces/{workspace_id}/roles', reason: MEMBERS },
  { method: 'DELETE', path: '/workspaces/{workspace_id}/roles', reason: MEMBERS },
  { method: 'DELETE', path: '/workspaces/{workspace_id}/users', reason: MEMBERS },
];

/** Returns why an endpoint of the public service is not offered; `null` if the request is for none of those. */
export function whyNotOffered(method: string, path: string): string | null {
  const parts = path.split('/').filter((part) => part !== '');
  return NOT_OFFERED.find((one) => one.method === method && fits(one.path, parts))?.reason ?? null;
}

function fits(template: string, parts: readonly string[]): boolean {
  const wanted = template.split('/').filter((part) => part !== '');
  return wanted.length === parts.length && wanted.every((part, index) => part.startsWith('{') || part === parts[index]);
}
