import { closestNames } from '../../foundation/closest-names.ts';
import { type Answer, toRefusalAnswer, toRefusalResponse, toResponse } from '../../http/exchange.ts';

/** A playground call contains its configuration; a deployed call names a stored one. @source seed §4.6 */
export type CallUse = 'playground' | 'deployed';

interface Address {
  readonly path: string;
  readonly use: CallUse;
}

/** Lists the addresses of a route: two, and four for the entrypoint. @source seed §4.6 */
export function listAddresses(routePath: string): readonly Address[] {
  if (routePath === '/') return ENTRYPOINT;
  return [
    { path: `/playground/run${routePath}`, use: 'playground' },
    { path: `/run${routePath}`, use: 'deployed' },
  ];
}

const ENTRYPOINT: readonly Address[] = [
  { path: '/generate', use: 'playground' },
  { path: '/playground/run', use: 'playground' },
  { path: '/generate_deployed', use: 'deployed' },
  { path: '/run', use: 'deployed' },
];

/**
 * Splits off the path, without its trailing slash, and the query. Without `URL`, which costs more than the rest of the
 * dispatch.
 */
export function splitUrl(url: string): { path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  if (start === -1) return { path: '/', query: '' };
  const mark = url.indexOf('?', start);
  const end = mark === -1 ? url.length : mark;
  return { path: url.slice(start, pathEnd(url, start, end)), query: mark === -1 ? '' : url.slice(mark) };
}

/** Leaves out slashes at the end, but for the first of all. Not by a pattern: one takes 0.2 s for 16,000 slashes. */
function pathEnd(url: string, start: number, end: number): number {
  let last = end;
  while (last > start + 1 && url[last - 1] === '/') last -= 1;
  return last;
}

export function isInline(query: string): boolean {
  if (query === '') return false;
  // The form that evaluations use, thousands of times.
  if (query === '?inline=true') return true;
  const inline = new URLSearchParams(query).get('inline');
  return inline === 'true' || inline === '1';
}

export interface Others {
  /** Paths of the routes, to suggest one for a mistyped path. */
  readonly paths: () => readonly string[];
  readonly openApi: () => string;
}

export function answerOther(request: Request, path: string, { paths, openApi }: Others): Response {
  const pages: Readonly<Record<string, () => string>> = {
    '/health': () => '{"status":"ok"}',
    '/openapi.json': openApi,
  };
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (page === undefined) return toResponse(missingAnswer(request.method, path, paths()));
  if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request, path, 'GET, HEAD');
  const headers = { 'content-type': 'application/json' };
  return new Response(request.method === 'HEAD' ? null : page(), { status: 200, headers });
}

export function missingAnswer(method: string, path: string, known: readonly string[]): Answer {
  const near = closestNames(path, known);
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  const list = known.length === 0 ? 'This workflow has no routes.' : `Available: ${known.join(', ')}.`;
  return toRefusalAnswer({ status: 404, detail: `Nothing is served at ${method} ${path}.${hint} ${list}` });
}

export function wrongMethod({ method }: Request, path: string, allow: string): Response {
  const detail = `${path} accepts ${allow}, not ${method}.`;
  return toRefusalResponse({ status: 405, detail, headers: { allow } });
}
