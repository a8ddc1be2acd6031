import type { RequestListener } from 'node:http';
import { INTERFACE_VERSION } from '../../src/contract/endpoint/protocol.ts';
import { startHttpServer } from './start-http-server.ts';

/**
 * Starts a server like `wf serve` that answers each path, query left aside, with a record.
 *
 * @param list - the one path that answers a list
 */
export async function serveRecords(
  records: Readonly<Record<string, unknown>>,
  list: { readonly path: string; readonly answer: RequestListener } | null = null,
) {
  return await startHttpServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    response.setHeader('wf-version', INTERFACE_VERSION);
    if (path === list?.path) return list.answer(request, response);
    const answer = Object.hasOwn(records, path) ? records[path] : undefined;
    response.statusCode = answer === undefined ? 404 : 200;
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(answer ?? { detail: `Nothing at ${path}` }));
  });
}
