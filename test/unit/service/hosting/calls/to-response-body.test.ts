import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { toResponseBody } from '../../../../../src/service/hosting/calls/to-response-body.ts';

test('an interrupted answer fails its reader with one line and no stack', async () => {
  await using server = createServer((_, response) => {
    response.write('data: 1\n\n', () => response.destroy());
  }).listen(0, '127.0.0.1');
  const incoming = Promise.withResolvers<IncomingMessage>();
  // A server that listens on a port has such an address.
  server.once('listening', () => get({ port: (server.address() as AddressInfo).port }, incoming.resolve));

  const body = await toResponseBody(await incoming.promise, null, new AbortController().signal);
  const broken: unknown = await new Response(body).text().catch((error: unknown) => error);

  expect(inspect(broken)).toBe('[A workflow broke off during its answer (aborted).]');
});
