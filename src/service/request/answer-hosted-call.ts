import { readBody } from '../../http/read-body.ts';
import { decodeUtf8 } from '../../http/read-json-body.ts';
import type { Slices } from '../../http/create-slices.ts';
import type { Incoming } from '../../http/incoming.ts';
import { type Parsed, refuse } from '../../http/refusal.ts';
import { REQUEST_ID_HEADER } from '../../http/request-id.ts';
import { askHealth } from '../hosting/calls/ask-health.ts';
import type { ForwardedRequest, HostedAnswer, Hosting } from '../hosting/hosting.ts';
import type { HostedLabels } from '../observe/served-request.ts';
import type { CallPlans } from '../plans/create-call-plans.ts';
import type { Slug } from '../plans/plan-call.ts';
import { isWorkflowPath } from './is-workflow-path.ts';
import { readSlug } from './read-slug.ts';
import { type Outcome, refused } from './run-operation.ts';

export interface HostedCallOptions {
  readonly plans: CallPlans;
  readonly hosting: Hosting;
  readonly bodyBytes: number;
  readonly slices: Slices;
  /** Ids of the apps that the caller's key reaches; `null`: all. */
  readonly appIds: readonly string[] | null;
  readonly requestId: string;
  /** Called when it is known what the call runs. */
  readonly onPlanned: (hosted: HostedLabels) => void;
}

/** Longer bodies wait for their turn. */
const LONG = 32_768;

/** Splits `/services/{app}/{variant}/run/x` into its parts; `null` for another path. */
export function parseHostedPath(pathname: string): { app: string; variant: string; path: string } | null {
  const [, app, variant, path] = /^\/services\/([^/]+)\/([^/]+)(\/.*)?$/.exec(pathname) ?? [];
  if (app === undefined || variant === undefined) return null;
  return { app, variant, path: path ?? '/' };
}

/**
 * Answers a call of a deployed route, through its host.
 *
 * @throws {WF_NOT_FOUND} for an unknown app or variant
 * @source design §4, seed §4.6
 */
export async function answerHostedCall(
  { app: appName, variant: variantName, path }: { app: string; variant: string; path: string },
  { incoming, toWeb }: { readonly incoming: Incoming; readonly toWeb: () => Request },
  url: URL,
  options: HostedCallOptions,
): Promise<Outcome> {
  const { plans, hosting, bodyBytes, slices, appIds, requestId, onPlanned } = options;
  const address = { app: decode(appName), variant: decode(variantName), appIds };
  const { method } = incoming;
  if (method === 'GET' && path === '/health') {
    const planned = await plans.plan({ ...address, slug: null });
    if (!planned.ok) return refused(planned.refusal);
    const { deployment } = planned.value;
    if (deployment.url === null) return toOutcome(await askHealth(hosting, deployment, incoming.signal));
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? await readBody(incoming, bodyBytes) : null;
  if (body !== null && !body.ok) return refused(body.refusal);
  if ((body?.value.length ?? 0) > LONG) await slices.pause();
  const slug = await readSlugOf(path, method, body?.value ?? null, slices);
  if (slug !== null && !slug.ok) return refused(slug.refusal);
  const plan = await plans.plan({ ...address, slug: slug?.value ?? null });
  if (!plan.ok) return refused(plan.refusal);
  const { deployment, routes, revisionId, labels } = plan.value;
  onPlanned({ ...labels, route: path });
  if (routes !== null && !isWorkflowPath(path, method, routes)) {
    return refused(refuse(404, `The workflow serves no ${method} ${path}.`).refusal);
  }
  const { variant: name, revision, environment } = labels;
  const origin = { requestId, variant: name, revision, environment };
  const call = { deployment, path: `${path}${url.search}`, revisionId, origin };
  const toRequest = () => withBody(toWeb(), body?.value ?? null, requestId);
  const text = isShortCall(path, incoming) ? decodeUtf8(body?.value ?? NOTHING) : null;
  if (text === null) return { kind: 'web', response: await hosting.call({ ...call, request: toRequest() }) };
  const { signal, headers } = incoming;
  const traceparent = headers.get('traceparent');
  const answer = await hosting.exchange({ ...call, body: text, signal, traceparent, toRequest });
  return answer instanceof Response ? { kind: 'web', response: answer } : toOutcome(answer);
}

const NOTHING = new Uint8Array();

/** Answers whether a call's answer is one JSON text: a route's, unless its caller accepts events. */
function isShortCall(path: string, { method, headers }: Incoming): boolean {
  const isRoute = isDeployedForm(path) || path === '/generate' || /^\/playground\/run(\/|$)/.test(path);
  return method === 'POST' && isRoute && headers.get('accept')?.includes('text/event-stream') !== true;
}

function toOutcome({ status, text, retryAfter }: HostedAnswer): Outcome {
  const headers = { 'content-type': 'application/json', ...(retryAfter !== null && { 'retry-after': retryAfter }) };
  return { kind: 'plain', answer: { status, headers, body: text } };
}

/** @returns `null` for a call without a slug */
async function readSlugOf(
  path: string,
  method: string,
  body: Uint8Array | null,
  slices: Slices,
): Promise<Parsed<Slug> | null> {
  return method === 'POST' && isDeployedForm(path) ? await readSlug(body, slices) : null;
}

/** `/run`, `/run/x` and `/generate_deployed`, as in seed §4.6. */
function isDeployedForm(path: string): boolean {
  const bare = path.replace(/\/+$/, '');
  return bare === '/run' || bare.startsWith('/run/') || bare === '/generate_deployed';
}

/** Creates the forwarded request: with the body read earlier, and without the key, which the workflow must not see. */
function withBody(
  { method, headers: given, signal }: Request,
  body: Uint8Array | null,
  requestId: string,
): ForwardedRequest {
  const headers = new Headers(given);
  headers.delete('x-api-key');
  // A self-hosted workflow logs it, too.
  headers.set(REQUEST_ID_HEADER, requestId);
  return { method, headers, signal, body };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
