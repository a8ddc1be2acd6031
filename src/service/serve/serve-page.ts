import { checkOrigin } from '../../http/check-origin.ts';
import { type FetchPart, servePlayground } from '../../http/serve-playground.ts';
import { toRefusalResponse } from '../../http/refusal.ts';
import type { PageSessions } from './page-sessions.ts';

export interface ServePageOptions {
  readonly assetsDir: string;
  readonly sessions: PageSessions;
  /** Whether the server listens on this machine only. */
  readonly isLoopback: boolean;
  /** Host under which a proxy in front shows the server. @defaultValue none */
  readonly publicHost?: string | null;
  /** What else the server does, in order, as `wf dev` adds its events and the routes of the sources. */
  readonly parts?: readonly FetchPart[];
  /** Answers all the rest: the service. */
  readonly rest: (request: Request) => Promise<Response>;
}

/** Puts the page before a service: foreign requests are refused, then each part may answer, then the service does. */
export function servePage(options: ServePageOptions): (request: Request) => Promise<Response> {
  const { assetsDir, sessions, isLoopback, publicHost = null, rest } = options;
  const parts = [servePlayground({ assetsDir }), sessions.fetch, ...(options.parts ?? [])];
  return async (request) => {
    const refusal = checkOrigin(request, { isLoopback, publicHost });
    if (refusal !== null) return toRefusalResponse(refusal);
    for (const part of parts) {
      const response = await part(request);
      if (response !== null) return response;
    }
    return harmless(await rest(request));
  };
}

/** What the service or a bundle answers is never a page: a browser that is led there runs nothing of it. */
function harmless(response: Response): Response {
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  return response;
}
