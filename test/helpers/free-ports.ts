import { once } from 'node:events';
import { createServer } from 'node:net';

/** Finds a free port. */
export async function findFreePort(): Promise<number> {
  const [port] = await findFreePorts(1);
  if (port === undefined) throw new Error('A TCP server has a port.');
  return port;
}

/**
 * The system gives higher ports to whoever asks for any. What starts later on a port of its own would lose it to them,
 * and each process of the tests has a share of its own.
 */
const FIRST = 10_000;
const SHARE = 1000;
const first = FIRST + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 10) * SHARE;
let taken = process.pid % SHARE;

/** Finds several distinct free ports. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    taken += 1;
    const port = first + (taken % SHARE);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
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
