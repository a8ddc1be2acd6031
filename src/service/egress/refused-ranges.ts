import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

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

export function contains(list: BlockList, address: string): boolean {
  return list.check(withoutZone(address), isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** The machine's own addresses, which may be public. They change while a service runs. */
function isOwn(address: string): boolean {
  const own = new BlockList();
  for (const { address: one, family } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
    own.addAddress(withoutZone(one), family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
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
