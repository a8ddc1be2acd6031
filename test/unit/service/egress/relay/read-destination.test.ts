import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readDestination } from '../../../../../src/service/egress/relay/read-destination.ts';

/** Sends bytes over a real connection, and returns what was read and what is left. */
async function read(...parts: string[]) {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const client = connect(port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  const reading = readDestination(socket);
  for (const part of parts) client.write(part);
  client.end();
  const target = await reading;
  const rest: Buffer[] = [];
  if (target !== null) for await (const chunk of socket) rest.push(chunk as Buffer);
  socket.destroy();
  client.destroy();
  server.close();
  return { target, rest: Buffer.concat(rest).toString() };
}

test.each([
  ['API.Example.com 443\n', { host: 'api.example.com', port: 443, isAnswered: true }],
  ['10.0.0.1 1 -\n', { host: '10.0.0.1', port: 1, isAnswered: false }],
  ['fe80::1%eth0 65535\n', { host: 'fe80::1%eth0', port: 65_535, isAnswered: true }],
  ['host 0\n', null],
  ['host 65536\n', null],
  ['host 123456\n', null],
  ['host\n', null],
  ['host 80 x\n', null],
  ['two hosts 80\n', null],
  ['host 80', null],
  [' host 80\n', null],
  ['a'.repeat(300), null],
  ['', null],
])('%j leads to %j', async (line, target) => {
  expect(await read(line)).toEqual({ target, rest: '' });
});

test('what follows the line stays unread', async () => {
  expect(await read('host ', '80\nGET / HTTP/1.1\n')).toEqual({
    target: { host: 'host', port: 80, isAnswered: true },
    rest: 'GET / HTTP/1.1\n',
  });
});
