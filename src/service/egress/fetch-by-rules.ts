import { isIP } from 'node:net';
import { Agent, buildConnector, fetch as send, type RequestInfo, type RequestInit } from 'undici';
import { EgressRefusal, type EgressRules, lookUp } from './egress-rules.ts';

const CONNECT_MS = 10_000;

/** Creates a `fetch` based on undici, with its own keep-alive connections. */
export function fetchByRules(rules: EgressRules): typeof fetch {
  // All requests of wf are HTTP/1.1.
  const dispatcher = new Agent({ allowH2: false, connect: connectByRules(rules, CONNECT_MS) });
  return async (input, init) => {
    // The same standard in two declarations: undici's own, and the DOM's.
    const response: unknown = await send(input as RequestInfo, { ...(init as RequestInit), dispatcher });
    return response as Response;
  };
}

/** Checks the very address that it connects to: a name may resolve differently each time. */
export function connectByRules(rules: EgressRules, timeoutMs: number): buildConnector.connector {
  const base = { timeout: timeoutMs, allowH2: false };
  const byAddress = buildConnector(base);
  const byName = new Map<number, buildConnector.connector>();
  /** Kept for each port, with its TLS sessions: a look-up does not know the port. */
  const connectorFor = (port: number): buildConnector.connector => {
    const connector = byName.get(port) ?? buildConnector({ ...base, lookup: lookUp(rules, port) });
    byName.set(port, connector);
    return connector;
  };
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    if (isIP(host) === 0) return connectorFor(port)(options, callback);
    if (rules({ host, address: host, port })) return byAddress(options, callback);
    return callback(new EgressRefusal(host, port), null);
  };
}
