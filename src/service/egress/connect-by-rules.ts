import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import type { EgressRules } from './egress-rules.ts';
import { EgressRefusal, lookUp } from './look-up.ts';

/**
 * Creates undici's function to connect, which checks the very address that it connects to: a name may resolve differently
 * each time.
 *
 * @param timeoutMs - time limit for connecting
 */
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
