import { Agent, fetch as send, type RequestInfo, type RequestInit } from 'undici';
import { connectByRules } from './connect-by-rules.ts';
import type { EgressRules } from './egress-rules.ts';

/** Time limit for connecting. */
const CONNECT_MS = 10_000;

/** Creates a `fetch` based on undici, with its own keep-alive connections. */
export function fetchByRules(rules: EgressRules): typeof fetch {
  // The build leaves HTTP/2 out: bin/undici-plugin.ts.
  const dispatcher = new Agent({ allowH2: false, connect: connectByRules(rules, CONNECT_MS) });
  return async (input, init) => {
    // The same standard in two declarations: undici's own, and the DOM's.
    const response: unknown = await send(input as RequestInfo, { ...(init as RequestInit), dispatcher });
    return response as Response;
  };
}
