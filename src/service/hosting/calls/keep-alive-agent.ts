import type { Agent } from 'node:http';

/** Shorter than the five seconds after which Node's server closes an idle connection. */
const IDLE_CONNECTION_MS = 4000;

/** Reusable connections to workflows. Created on first use: listing records loads no HTTP client. */
export interface KeepAliveAgent {
  readonly agent: Agent;
  destroy(): void;
}

export function createKeepAliveAgent(): KeepAliveAgent {
  let made: Agent | undefined;
  const make = (): Agent => {
    const { Agent } = process.getBuiltinModule('node:http');
    return new Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS });
  };
  return {
    get agent() {
      return (made ??= make());
    },
    destroy: () => made?.destroy(),
  };
}
