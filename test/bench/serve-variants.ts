import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const APP = '01980000-0000-7000-8000-000000000001';

/** A server that answers a list of variants without a framework, so that only the command is measured. */
export async function serveVariants(count: number): Promise<{ url: string } & AsyncDisposable> {
  const variants = Array.from({ length: count }, (_, index) => ({
    app_id: APP,
    app_name: 'bench',
    variant_id: `01980000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
    variant_name: `variant-${index}`,
    project_id: APP,
    parameters: { words: index },
    base_name: 'main',
    base_id: APP,
    config_name: `variant-${index}`,
    uri: null,
    revision: 1,
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    modified_by_id: 'local',
  }));
  const apps = [{ app_id: APP, app_name: 'bench' }];
  const server = createServer((request, response) => {
    const body = request.url?.includes('/variants') === true ? variants : apps;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // A server on a port has an address object.
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}
