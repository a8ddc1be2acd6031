import { checkOrigin, isLoopbackAddress } from '../../http/check-origin.ts';
import { toRefusalResponse } from '../../http/exchange.ts';
import { type ConnectionLimits, readDescriptorLimit, toConnectionLimits } from '../../http/connection-limits.ts';
import { type Caller, type HttpServer, isHealth, serveHttp } from '../../http/serve-http.ts';
import { omitUndefined } from '../../foundation/record.ts';
import { type FetchPart, servePlayground } from '../../http/serve-playground.ts';
import { hasKeyInAddress } from '../request/answer-keyed-address.ts';
import type { Principal } from '../operation/operation.ts';
import type { Service } from './create-service.ts';
import type { PageSessions } from './page-sessions.ts';

interface ServeOptions {
  readonly service: Service;
  /** @defaultValue `127.0.0.1` */
  readonly host?: string;
  /** @defaultValue any free port */
  readonly port?: number;
  /** How long calls in flight may take when it closes. @defaultValue 5000 */
  readonly graceMs?: number;
  /** How long an idle connection stays open. @defaultValue 75 seconds */
  readonly keepAliveMs?: number | undefined;
  /** @defaultValue as many as the system's limit of open files allows */
  readonly connections?: ConnectionLimits;
  /** Finds a caller's key, to keep places for operators. @defaultValue places are kept for health only */
  readonly findCaller?: (request: Request) => Promise<Principal | null>;
  /** The page in front of the service. Left out: only the interface is served. */
  readonly page?: Pick<ServePageOptions, 'assetsDir' | 'sessions' | 'parts' | 'publicHost'>;
}

/** Close the server before the service: calls in flight need both. @throws {WF_CONFLICT} when the port is taken */
export async function serve(options: ServeOptions): Promise<HttpServer> {
  const { service, page, host = '127.0.0.1', findCaller, ...address } = options;
  const answer = (request: Request, caller: Caller) => service.fetch(request, { caller });
  const isLoopback = isLoopbackAddress(host);
  const fetch = page === undefined ? answer : servePage({ ...page, isLoopback, rest: answer });
  const isKept = async (request: Request) => isHealth(request) || (await findCaller?.(request))?.role === 'operator';
  return await serveHttp({ ...omitUndefined(address), host, fetch, isKept });
}

/** Reads how many connections this process takes. A proxy connects for all of its callers. */
export function readConnectionLimits({ isBehindProxy }: { readonly isBehindProxy: boolean }): ConnectionLimits {
  const limits = toConnectionLimits(readDescriptorLimit());
  return isBehindProxy ? { ...limits, perAddress: null } : limits;
}

interface ServePageOptions {
  readonly assetsDir: string;
  readonly sessions: PageSessions;
  /** Whether the server listens on this machine only. */
  readonly isLoopback: boolean;
  /** Host name of the server at a proxy in front of it. @defaultValue none */
  readonly publicHost?: string | null;
  /** Other parts of the server, in order, such as the events and source routes of `wf dev`. */
  readonly parts?: readonly FetchPart[];
  /** Answers everything else: the service. */
  readonly rest: (request: Request, caller: Caller) => Promise<Response>;
}

/** Serves the page in front of a service: refuses cross-origin requests, then asks each part, then the service. */
export function servePage(options: ServePageOptions): (request: Request, caller: Caller) => Promise<Response> {
  const { assetsDir, sessions, isLoopback, publicHost = null, rest } = options;
  const parts = [servePlayground({ assetsDir }), sessions.fetch, ...(options.parts ?? [])];
  return async (request, caller) => {
    // Pages of others may call an address that contains its key: it opens nothing to a visitor's cookie.
    const isForAnyPage = hasKeyInAddress(request);
    const refusal = checkOrigin(request, { isLoopback, publicHost, isForAnyPage });
    if (refusal !== null) return toRefusalResponse(refusal);
    for (const part of parts) {
      const response = await part(request);
      if (response !== null) return response;
    }
    return harmless(await rest(request, caller));
  };
}

/** Keeps browsers from running scripts in answers of the service or of a bundle: those are never pages. */
function harmless(response: Response): Response {
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  return response;
}
