import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';
import type { Slices } from '../../http/create-slices.ts';
import { type Incoming, type Parsed, refuse, REQUEST_ID_HEADER } from '../../http/exchange.ts';
import { decodeUtf8, receiveBody, type TakeBytes } from '../../http/read-body.ts';
import { toRetryHeaders } from '../../foundation/retry-rule.ts';
import { listMembers, skipValue } from '../../foundation/json/json-members.ts';
import { askHealth } from '../hosting/calls/ask-route.ts';
import type { ForwardedRequest, HostedAnswer, Hosting } from '../hosting/hosting.ts';
import type { HostedLabels } from '../observe/served-request.ts';
import type { CallTargets, Slug } from './call-targets.ts';
import { decode } from './parse-request.ts';
import { type Outcome, refused } from './run-operation.ts';

interface HostedCallOptions {
  readonly targets: CallTargets;
  readonly hosting: Hosting;
  readonly bodyBytes: number;
  readonly slices: Slices;
  /** Counts the body's bytes. */
  readonly take: TakeBytes;
  /** Ids of the apps that the caller's key reaches; `null`: all. */
  readonly appIds: readonly string[] | null;
  readonly requestId: string;
  readonly onResolved: (hosted: HostedLabels) => void;
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
  const { targets, hosting, bodyBytes, slices, take, appIds, requestId, onResolved } = options;
  const address = { app: decode(appName) ?? appName, variant: decode(variantName) ?? variantName, appIds };
  const { method } = incoming;
  if (method === 'GET' && path === '/health') {
    const resolved = await targets.resolve({ ...address, slug: null });
    if (!resolved.ok) return refused(resolved.refusal);
    const { deployment } = resolved.value;
    if (deployment.url === null) return toOutcome(await askHealth(hosting, deployment, incoming.signal));
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? await receiveBody(incoming, bodyBytes, take) : null;
  if (body !== null && !body.ok) return refused(body.refusal);
  if ((body?.value.length ?? 0) > LONG) await slices.pause();
  const hasSlug = method === 'POST' && isDeployedForm(path);
  const slug = hasSlug ? await readSlug(body?.value ?? null, slices) : null;
  if (slug !== null && !slug.ok) return refused(slug.refusal);
  const target = await targets.resolve({ ...address, slug: slug?.value ?? null });
  if (!target.ok) return refused(target.refusal);
  const { deployment, routes, revisionId, labels } = target.value;
  onResolved({ ...labels, route: path });
  if (routes !== null && !isWorkflowPath(path, method, routes))
    return refused(refuse(404, `The workflow serves no ${method} ${path}.`).refusal);
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

function toOutcome({ status, text, ...advice }: HostedAnswer): Outcome {
  const headers = { 'content-type': 'application/json', ...toRetryHeaders(advice) };
  return { kind: 'plain', answer: { status, headers, body: text } };
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

/**
 * Reads the deployment slug of a call; an empty name counts as missing. A body that is not a JSON object has no slug; the
 * route refuses it.
 */
export async function readSlug(body: Uint8Array | null, slices: Slices): Promise<Parsed<Slug>> {
  const fields = await readFields(new TextDecoder().decode(body ?? new Uint8Array()), slices);
  const wrong = NAMES.filter((name) => fields[name] === INVALID);
  if (wrong.length > 0) {
    const problem = { msg: 'Input should be a valid string', type: 'string_type' };
    return refuse(
      422,
      wrong.map((name) => ({ loc: ['body', name], ...problem })),
    );
  }
  const [environment, config, app] = NAMES.map((name) => fields[name] as string | null | undefined); // just checked
  return { ok: true, value: { application: app || null, variant: config || null, environment: environment || null } };
}

const NAMES = ['environment', 'config', 'app'] as const;
const INVALID = Symbol('not a text');
/** Longer texts name nothing. */
const MAX_LENGTH = 4096;

type Fields = Partial<Record<string, string | null | typeof INVALID>>;

/** Parses only the members that it reads: a body may be long, and the route parses it in its own process. */
async function readFields(text: string, slices: Slices): Promise<Fields> {
  const fields: Fields = {};
  for (const member of listMembers(text)) {
    if (member === null) await slices.pause();
    // The last of equal keys counts, as in `JSON.parse`.
    else if (NAMES.some((name) => name === member.key)) fields[member.key] = readName(text, member.start);
  }
  return fields;
}

function readName(text: string, start: number): string | null | typeof INVALID {
  const value = text.slice(start, start + MAX_LENGTH);
  const end = skipValue(value, 0);
  return end === MAX_LENGTH ? INVALID : parse(value.slice(0, end));
}

function parse(text: string): string | null | typeof INVALID {
  const value = parseJson(text);
  // The route refuses a body that is not JSON.
  if (value === undefined) return null;
  return typeof value === 'string' || value === null ? value : INVALID;
}
