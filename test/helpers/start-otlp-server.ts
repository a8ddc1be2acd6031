import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** Collects spans sent over OTLP/HTTP. */
export async function startOtlpServer() {
  const received: { readonly path: string; readonly key: string | undefined; readonly body: string }[] = [];
  const arrival = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const key = request.headers['x-key'];
    received.push({ path: request.url ?? '', key: String(key), body: JSON.stringify(await json(request)) });
    response.setHeader('content-type', 'application/json').end('{}');
    arrival.resolve();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    arrived: arrival.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
