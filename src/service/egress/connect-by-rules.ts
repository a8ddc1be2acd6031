import { lookup as resolve, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { EgressRules } from './egress-rules.ts';

/** A request to an address that the rules refuse. Nothing was sent. */
export class EgressRefusal extends Error {
  constructor(host: string, port: number) {
    super(
      `The service may not connect to ${host}:${port}, which is not a public address. Its operator can allow it with --allow-egress.`,
    );
  }
}

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

/** Resolves a name to the addresses that the rules allow. */
function lookUp(rules: EgressRules, port: number): LookupFunction {
  return (name, options, callback) => {
    const host = name.toLowerCase();
    resolve(host, { ...options, all: true }, (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
      if (error !== null) return callback(error, '');
      const [first, ...rest] = found.filter(({ address }) => rules({ host, address, port }));
      if (first === undefined) return callback(new EgressRefusal(host, port), '');
      return options.all === true ? callback(null, [first, ...rest]) : callback(null, first.address, first.family);
    });
  };
}
