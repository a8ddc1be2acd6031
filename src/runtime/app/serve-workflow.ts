import type { HttpServer } from '../../http/serve-http.ts';
import type { WorkflowApp } from './create-workflow-app.ts';

export interface ServeWorkflowOptions {
  readonly app: WorkflowApp;
  /** @defaultValue `127.0.0.1` */
  readonly host?: string;
  /** 0 for any free port. @defaultValue 0 */
  readonly port?: number;
  /** A Unix socket or named pipe instead of a host and port. */
  readonly path?: string;
  /** Descriptor of a socket that already listens. */
  readonly descriptor?: number;
  /** How long an idle connection stays open, in milliseconds. @defaultValue 75,000 */
  readonly keepAliveMs?: number;
  /** Time that `close` gives calls in flight to finish. @defaultValue 5,000 */
  readonly graceMs?: number;
}

/** Serves a workflow's routes on a port or socket, on Node. @throws {WF_CONFLICT} when the port is taken */
export async function serveWorkflow({ app, ...where }: ServeWorkflowOptions): Promise<HttpServer> {
  // Loaded here: apps on other platforms never reach this line.
  const { serveHttp } = await import('../../http/serve-http.ts');
  return await serveHttp({ fetch: app.fetch, ...where });
}
