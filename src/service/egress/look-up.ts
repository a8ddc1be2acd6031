import { lookup as resolve, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { EgressRules } from './egress-rules.ts';

/** A request to an address that the rules refuse. Nothing was sent. */
export class EgressRefusal extends Error {
  readonly host: string;
  readonly port: number;

  constructor(host: string, port: number) {
    super(describeRefusal('The service', { host, port }));
    this.host = host;
    this.port = port;
  }
}

/** @param who - who may not connect, as in "the workflow" */
export function describeRefusal(who: string, { host, port }: Pick<EgressRefusal, 'host' | 'port'>): string {
  return `${who} may not connect to ${host}:${port}, which is not a public address. Its operator can allow it with --allow-egress.`;
}

/** Creates the function that resolves a name to the addresses that the rules allow. */
export function lookUp(rules: EgressRules, port: number): LookupFunction {
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
