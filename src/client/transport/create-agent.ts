import Agent from 'undici/lib/dispatcher/agent.js';
import type { ConnectionLimits } from './connection-limits.ts';

/** Creates a pool of connections per service. HTTP/2 is off, as everywhere in the client. */
export function createAgent({ connections, connectTimeoutMs }: ConnectionLimits): Agent {
  return new Agent({ allowH2: false, connections, connect: { timeout: connectTimeoutMs } });
}
