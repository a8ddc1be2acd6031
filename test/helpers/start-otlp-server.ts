import { json } from 'node:stream/consumers';
import { startHttpServer } from './start-http-server.ts';

/** Collects spans sent over OTLP/HTTP. */
export async function startOtlpServer() {
  const received: { readonly path: string; readonly key: string | undefined; readonly body: string }[] = [];
  const arrival = Promise.withResolvers<void>();
  const server = await startHttpServer(async (request, response) => {
    const key = request.headers['x-key'];
    received.push({ path: request.url ?? '', key: String(key), body: JSON.stringify(await json(request)) });
    response.setHeader('content-type', 'application/json').end('{}');
    arrival.resolve();
  });
  return { ...server, received, arrived: arrival.promise };
}
