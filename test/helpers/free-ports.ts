import { once } from 'node:events';
import { createServer } from 'node:net';

/** Finds a free port. */
export async function findFreePort(): Promise<number> {
  const [port] = await findFreePorts(1);
  if (port === undefined) throw new Error('A TCP server has a port.');
  return port;
}

/** Finds several distinct free ports. */
export async function findFreePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer());
  const ports: number[] = [];
  for (const probe of probes) {
    await once(probe.listen(0, '127.0.0.1'), 'listening');
    const address = probe.address();
    if (address !== null && typeof address === 'object') ports.push(address.port);
  }
  for (const probe of probes) await once(probe.close(), 'close');
  return ports;
}
