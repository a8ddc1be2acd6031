import { expect, test } from 'vitest';
import { fetchByRules } from '../../../../src/service/egress/fetch-by-rules.ts';
import type { Destination, EgressRules } from '../../../../src/service/egress/egress-rules.ts';
import { startHttpServer } from '../../../helpers/start-http-server.ts';

test('the address is checked that is connected to, not only the name', async () => {
  await using server = await startHttpServer((_, response) => response.end('inside'));
  const seen: Destination[] = [];
  const rules: EgressRules = (destination) => {
    seen.push(destination);
    return false;
  };
  const get = fetchByRules(rules);
  await expect(get(`http://LOCALHOST:${server.port}/`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining(`may not connect to localhost:${server.port}`) },
  });
  expect(seen).toContainEqual({ host: 'localhost', address: '127.0.0.1', port: server.port });
});

test('of several addresses, only allowed ones are connected to', async () => {
  await using server = await startHttpServer((_, response) => response.end('inside'));
  const get = fetchByRules(({ address }) => address === '127.0.0.1');
  expect(await (await get(`http://localhost:${server.port}/`)).text()).toBe('inside');
  await expect(get(`http://[::1]:${server.port}/`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('may not connect to ::1') },
  });
});

test('each new connection is checked', async () => {
  await using server = await startHttpServer((_, response) => response.setHeader('connection', 'close').end('inside'));
  let isAllowed = true;
  const get = fetchByRules(() => isAllowed);
  expect(await (await get(server.url)).text()).toBe('inside');
  isAllowed = false;
  await expect(get(server.url)).rejects.toThrow('fetch failed');
});
