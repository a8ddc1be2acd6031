import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { contains, isInternal } from './refused-ranges.ts';

/** Where a request goes: the name that the caller wrote, and the address behind it. */
export interface Destination {
  /** Lower case, without brackets. */
  readonly host: string;
  readonly address: string;
  readonly port: number;
}

/** Decides where the service connects to for callers. */
export type EgressRules = (destination: Destination) => boolean;

/** Every address: for a service that only its own user can call. */
export const ANYWHERE: EgressRules = () => true;

/**
 * Creates the rules of a service that several people call: the public Internet, and what its operator allows in addition.
 *
 * @param allowed - hosts, addresses and ranges, each with or without a port, as in `localhost:11434`, `10.0.0.0/8`,
 * `[fd00::1]:443` or `models.internal`; `*`: everything
 * @throws {WF_INVALID_INPUT} for text that is none of these
 */
export function createEgressRules(allowed: readonly string[] = []): EgressRules {
  if (allowed.includes('*')) return ANYWHERE;
  const exceptions = allowed.map(parseException);
  return (destination) => !isInternal(destination.address) || exceptions.some((isMet) => isMet(destination));
}

function parseException(text: string): EgressRules {
  const { host = '', bracketed = '', prefix, port } = FORM.exec(text)?.groups ?? {};
  const name = (host + bracketed).toLowerCase();
  const isOnPort: EgressRules = (destination) => port === undefined || destination.port === Number(port);
  const family = isIP(name);
  if (family !== 0) {
    const range = toRange(text, name, prefix);
    return (destination) => isOnPort(destination) && contains(range, destination.address);
  }
  if (name === '' || prefix !== undefined || !URL.canParse(`http://${name}`)) throw invalid(text);
  return (destination) => isOnPort(destination) && destination.host === name;
}

/** An address in brackets or a host; then a prefix of a range, a port or both. A bare IPv6 address has no port. */
const FORM =
  /^(?:\[(?<bracketed>[\da-f:.]+)\]|(?<host>[\da-f]*:[\da-f:.]+|[^\s:/[\]]+))(?:\/(?<prefix>\d{1,3}))?(?::(?<port>\d{1,5}))?$/i;

function toRange(text: string, address: string, prefix: string | undefined): BlockList {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const bits = family === 'ipv6' ? 128 : 32;
  if (prefix !== undefined && Number(prefix) > bits) throw invalid(text);
  const list = new BlockList();
  list.addSubnet(address, prefix === undefined ? bits : Number(prefix), family);
  return list;
}

function invalid(text: string): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Invalid address ${JSON.stringify(text)} in --allow-egress: write HOST, HOST:PORT, an IP address, or a range as in 10.0.0.0/8.`,
    nextSteps: ['wf serve --allow-egress localhost:11434', 'wf serve --allow-egress 10.0.0.0/8'],
  });
}

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
