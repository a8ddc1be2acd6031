import { startHttpServer } from './start-http-server.ts';

/** Starts a server that answers each path, query left aside, with a record. */
export async function serveRecords(records: Readonly<Record<string, unknown>>) {
  return await startHttpServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const answer = Object.hasOwn(records, path) ? records[path] : undefined;
    response.statusCode = answer === undefined ? 404 : 200;
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(answer ?? { detail: `Nothing at ${path}` }));
  });
}
