import type { Agent } from 'node:http';

/** Shorter than the five seconds after which Node's server closes a kept connection. */
const KEPT_CONNECTION_MS = 4000;

/** Connections to workflows that are kept for the next call. Made at the first one: a list loads no HTTP client. */
export interface KeepAliveAgent {
  readonly agent: Agent;
  destroy(): void;
}

export function createKeepAliveAgent(): KeepAliveAgent {
  let made: Agent | undefined;
  const make = (): Agent => {
    const { Agent } = process.getBuiltinModule('node:http');
    return new Agent({ keepAlive: true, timeout: KEPT_CONNECTION_MS });
  };
  return {
    get agent() {
      return (made ??= make());
    },
    destroy: () => made?.destroy(),
  };
}
