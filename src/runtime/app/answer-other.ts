import { closestNames } from '../../foundation/closest-names.ts';
import { type Answer, toRefusalAnswer, toRefusalResponse, toResponse } from '../../http/refusal.ts';

/** What is served besides the routes. */
export interface Others {
  /** Paths of the routes, to suggest one for a mistyped path. */
  readonly paths: () => readonly string[];
  readonly openApi: () => string;
}

/** Answers a request to a path that is not a route. */
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

/** Refuses a path that is neither a route nor a page. */
export function missingAnswer(method: string, path: string, known: readonly string[]): Answer {
  const near = closestNames(path, known);
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  const list = known.length === 0 ? 'This workflow has no routes.' : `Available: ${known.join(', ')}.`;
  return toRefusalAnswer({ status: 404, detail: `Nothing is served at ${method} ${path}.${hint} ${list}` });
}

/** Refuses a method that a path does not accept. */
export function wrongMethod({ method }: Request, path: string, allow: string): Response {
  const detail = `${path} accepts ${allow}, not ${method}.`;
  return toRefusalResponse({ status: 405, detail, headers: { allow } });
}
