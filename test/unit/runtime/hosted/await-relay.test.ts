import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { awaitRelay } from '../../../../src/runtime/hosted/await-relay.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

/** Connects through a relay that the test plays. */
async function connectThrough() {
  const folder = await tempFolder();
  const connected = Promise.withResolvers<Socket>();
  const relay = createServer((socket) => connected.resolve(socket));
  await once(relay.listen(folder.path('relay')), 'listening');
  onTestFinished(async () => {
    relay.close();
    await folder[Symbol.asyncDispose]();
  });
  const socket = connect(folder.path('relay'));
  const events: string[] = [];
  for (const event of ['connect', 'ready'] as const) socket.on(event, () => events.push(event));
  socket.write('example.com:443\n');
  awaitRelay(socket, 'example.com:443');
  const far = await connected.promise;
  const [asked] = (await once(far, 'data')) as [Buffer];
  return { socket, far, events, asked: String(asked) };
}

test('a socket is connected when the relay says so, and reads what follows', async () => {
  const { socket, far, events, asked } = await connectThrough();
  expect([asked, events]).toEqual(['example.com:443\n', []]);
  const ready = once(socket, 'ready');
  far.write('+first ');
  await ready;
  expect(events).toEqual(['connect', 'ready']);
  far.end('second');
  socket.setEncoding('utf8');
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  expect(text).toBe('first second');
});

test('the sign of the relay may come alone', async () => {
  const { socket, far, events } = await connectThrough();
  const ready = once(socket, 'ready');
  far.write('+');
  await ready;
  expect(events).toEqual(['connect', 'ready']);
  const data = once(socket, 'data');
  far.write('+');
  expect(String((await data)[0])).toBe('+');
  socket.destroy();
});

test.each([
  ['ECONNREFUSED nothing listens there', 'ECONNREFUSED', 'nothing listens there'],
  ['EACCES', 'EACCES', 'the service closed the connection'],
  ['', 'ECONNRESET', 'the service closed the connection'],
])('a relay that answers %j fails the connection', async (answer, code, reason) => {
  const { socket, far, events } = await connectThrough();
  const failed = once(socket, 'error');
  const [head, rest] = [answer.slice(0, 3), answer.slice(3)];
  if (head !== '') far.write(head);
  far.end(rest);
  expect(await failed).toEqual([
    expect.objectContaining({
      message: `connect ${code} example.com:443: ${reason}`,
      code,
      syscall: 'connect',
      destination: 'example.com:443',
      reason,
    }),
  ]);
  expect(events).toEqual([]);
});
