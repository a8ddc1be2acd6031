import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Finds a free port, for what starts there later or what must not listen. */
export async function findFreePort(): Promise<number> {
  const [port] = await findFreePorts(1);
  if (port === undefined) throw new Error('A TCP server has a port.');
  return port;
}

/** The system gives higher ports to whoever asks for any: what starts later would lose one of those. */
const [FIRST, LAST] = [10_000, 32_767];

/** Finds several distinct free ports. Until this process ends, no other process of the tests finds them. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let port = FIRST; ports.length < count; port += 1) {
    if (port > LAST) throw new Error('The tests have taken all ports.');
    if ((await isClaimed(port)) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

/** Claims a port for this process by a socket of UDP, whose ports are others: the port itself stays free. */
async function isClaimed(port: number): Promise<boolean> {
  const claim = createSocket('udp4').unref();
  claim.bind({ port, address: '127.0.0.1', exclusive: true });
  return await once(claim, 'listening').then(
    () => true,
    () => false,
  );
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isBound = await once(probe.listen(port, '127.0.0.1'), 'listening').then(
    () => true,
    () => false,
  );
  if (isBound) await once(probe.close(), 'close');
  return isBound;
}
