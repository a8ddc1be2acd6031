import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { networkInterfaces } from 'node:os';

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

/**
 * Ranges that are not the public Internet.
 *
 * @source IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890), RFC 1112 (multicast), RFC 3879 (fec0::/10)
 */
const SPECIAL: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** Networks that translate IPv4 (NAT64) put the address into the last four bytes. @source RFC 6052 §2.1 */
const TRANSLATED = '64:ff9b::';

const SPECIAL_LIST = createList(SPECIAL);

/** Answers whether an address is on this machine, in its network, or otherwise not on the public Internet. */
export function isInternal(address: string): boolean {
  const inner = embeddedAddress(address);
  if (inner !== null) return isInternal(inner);
  return contains(SPECIAL_LIST, address) || isOwn(address);
}

function contains(list: BlockList, address: string): boolean {
  return list.check(withoutZone(address), isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** The machine's own addresses, which may be public. They change while a service runs. */
function isOwn(address: string): boolean {
  const own = new BlockList();
  for (const { address: one, family } of Object.values(networkInterfaces()).flatMap((each) => each ?? []))
    own.addAddress(withoutZone(one), family === 'IPv6' ? 'ipv6' : 'ipv4');
  return contains(own, address);
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}

/** Reads the IPv4 address inside of an IPv6 one; `null`: there is none. */
function embeddedAddress(address: string): string | null {
  if (isIP(address) !== 6) return null;
  // The URL parser writes an IPv6 address in its shortest form, with hexadecimal parts only.
  const short = new URL(`http://[${withoutZone(address)}]`).hostname.slice(1, -1);
  const prefix = ['::ffff:', TRANSLATED].find((each) => short.startsWith(each));
  if (prefix === undefined) return null;
  const parts = short.slice(prefix.length).split(':');
  if (parts.length > 2) return null;
  const [low = 0, high = 0] = parts.toReversed().map((part) => (part === '' ? 0 : Number.parseInt(part, 16)));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function createList(ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of ranges) list.addSubnet(net, prefix, isIP(net) === 6 ? 'ipv6' : 'ipv4');
  return list;
}
