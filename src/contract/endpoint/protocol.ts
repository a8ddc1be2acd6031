/**
 * Version of the interface, in the `Wf-Version` header of every response and in the OpenAPI document. It changes if an
 * endpoint or a required field is removed or changes its meaning, but not if something is added.
 *
 * @source design §5, version (ours)
 */
export const INTERFACE_VERSION = '1';

import { IDEMPOTENCY_KEY_LENGTH } from '../../foundation/sizes.ts';

/**
 * Request header with the query parameters of ours that a service may ignore, written like a query. A client sends it as
 * long as it does not know whether the service is ours: a service of others may refuse an unknown parameter, and ignores an
 * unknown header. Ours reads them as if they were in the query.
 *
 * @source design §2 principle 6 (ours)
 */
export const QUERY_HEADER = 'wf-query';

/** Fills the parameters of a path template, percent-encoding each value: `/apps/{app_id}` → `/apps/a%2Fb`. */
export function fillPath(template: string, params: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** Lists the names of a template's parameters, in order. */
export function pathParameterNames(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map((match) => String(match[1]));
}

/** Most characters of an `Idempotency-Key`. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = IDEMPOTENCY_KEY_LENGTH.most;

/** Returns whether requests may have an `Idempotency-Key`; those of reads are safe to repeat without. */
export function takesIdempotencyKey(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

const IMAGES = 'This service runs bundles, not container images: deploy with wf deploy, or register an address.';
const MEMBERS = 'This service has keys with roles instead of members: create keys by POST /keys.';
const FIXED = 'This service has one organisation with one workspace.';
const TRACES = 'This service stores spans as they are sent, and computes no figures from them.';
const OLD_TRACES = 'This service takes spans by OTLP, and lists and deletes them below /observability/v1.';
const OLD_TESTSETS = 'This service stores test sets by POST /testsets.';

/** Why ours does not offer endpoints of the public service. @source facts §2; the public service's generated clients */
const NOT_OFFERED: Readonly<Record<string, string>> = {
  'POST /admin/accounts': MEMBERS,
  'POST /admin/account': MEMBERS,
  'POST /apps/{app_id}/variant/from-image': IMAGES,
  'POST /apps/{app_id}/variant/from-template': IMAGES,
  'POST /apps/app_and_variant_from_template': IMAGES,
  'POST /containers/build_image': IMAGES,
  'GET /containers/templates': IMAGES,
  'PUT /variants/{variant_id}/image': IMAGES,
  'GET /observability/v1/analytics': TRACES,
  'GET /observability/dashboard': TRACES,
  'POST /observability/trace': OLD_TRACES,
  'GET /observability/traces': OLD_TRACES,
  'GET /observability/traces/{trace_id}': OLD_TRACES,
  'DELETE /observability/traces': OLD_TRACES,
  'GET /observability/spans': OLD_TRACES,
  'GET /observability/spans/{span_id}': OLD_TRACES,
  'DELETE /observability/spans': OLD_TRACES,
  'POST /testsets/{app_id}': OLD_TESTSETS,
  'POST /organizations': FIXED,
  'POST /organizations/{org_id}/workspaces': FIXED,
  'POST /organizations/{org_id}/workspaces/{workspace_id}/invite': MEMBERS,
  'POST /organizations/{org_id}/workspaces/{workspace_id}/invite/resend': MEMBERS,
  'POST /organizations/{org_id}/workspaces/{workspace_id}/invite/accept': MEMBERS,
  'POST /workspaces/{workspace_id}/roles': MEMBERS,
  'DELETE /workspaces/{workspace_id}/roles': MEMBERS,
  'DELETE /workspaces/{workspace_id}/users': MEMBERS,
};

/** Returns why an endpoint of the public service is not offered; `null` if the request is for none of those. */
export function whyNotOffered(method: string, path: string): string | null {
  const parts = partsOf(`${method} ${path}`);
  return Object.entries(NOT_OFFERED).find(([route]) => fits(partsOf(route), parts))?.[1] ?? null;
}

function partsOf(route: string): string[] {
  return route.split('/').filter((part) => part !== '');
}

function fits(wanted: readonly string[], parts: readonly string[]): boolean {
  return wanted.length === parts.length && wanted.every((part, index) => part.startsWith('{') || part === parts[index]);
}
