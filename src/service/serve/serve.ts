import { type HttpServer, serveHttp } from '../../http/serve-http.ts';
import { isLoopbackAddress } from '../../http/check-origin.ts';
import type { Service } from './create-service.ts';
import { servePage, type ServePageOptions } from './serve-page.ts';

export interface ServeOptions {
  readonly service: Service;
  /** @defaultValue `127.0.0.1` */
  readonly host?: string;
  /** @defaultValue any free port */
  readonly port?: number;
  /** How long calls in flight may take when it closes. @defaultValue 5000 */
  readonly graceMs?: number;
  /** The page in front of the service. Left out: only the interface is served. */
  readonly page?: Pick<ServePageOptions, 'assetsDir' | 'sessions' | 'parts' | 'publicHost'>;
}

/**
 * Starts a server for a service. Close the server before the service: calls in flight still need it.
 *
 * @throws {WF_CONFLICT} when the port is taken
 */
export async function serve({ service, page, host = '127.0.0.1', ...address }: ServeOptions): Promise<HttpServer> {
  const answer = (request: Request) => service.fetch(request);
  const isLoopback = isLoopbackAddress(host);
  const fetch = page === undefined ? answer : servePage({ ...page, isLoopback, rest: answer });
  return await serveHttp({ ...address, host, fetch });
}
