import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/create-client.ts';
import { inProcessTransport } from '../../helpers/in-process-transport.ts';

test('a service is asked for its extensions again after a failure that tells nothing', async () => {
  const replies = [
    new Response('no backend', { status: 503 }),
    Response.json({ status: 'ok' }, { headers: { 'wf-version': '1' } }),
  ];
  const transport = inProcessTransport(async () => replies.shift() ?? Response.error());
  await using client = createClient({ transport, baseUrl: 'https://host', retries: 0 });
  await expect(client.extensions()).rejects.toMatchObject({ status: 503 });
  expect(await client.extensions()).not.toBeNull();
});
