import Agent from 'undici/lib/dispatcher/agent.js';
import type { ConnectionLimits } from './connection-limits.ts';

/** Creates a connection pool per service. HTTP/2 is disabled, as everywhere in the client. */
export function createAgent({ connections, connectTimeoutMs }: ConnectionLimits): Agent {
  return new Agent({ allowH2: false, connections, connect: { timeout: connectTimeoutMs } });
}
