import { toRefusalResponse } from '../../http/refusal.ts';
import { type HttpServer, serveHttp } from '../../http/serve-http.ts';
import type { FetchPart } from '../../http/serve-playground.ts';
import type { Service } from './create-service.ts';

const HEALTH = new Set(['/health', '/health/ready']);

/** Serves the health and metrics of a process that serves nothing else. They contain no names and no values. */
export async function serveHealth(
  service: Service,
  metrics: FetchPart,
  address: { readonly host: string; readonly port: number },
): Promise<HttpServer> {
  return await serveHttp({
    ...address,
    graceMs: 1000,
    fetch: async (request) => {
      if (HEALTH.has(new URL(request.url).pathname)) return await service.fetch(request);
      const detail = 'A worker answers at /health, /health/ready and /metrics.';
      return (await metrics(request)) ?? toRefusalResponse({ status: 404, detail });
    },
  });
}
