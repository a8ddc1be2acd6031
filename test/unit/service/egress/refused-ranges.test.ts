import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isInternal } from '../../../../src/service/egress/refused-ranges.ts';

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b::',
  '2002:7f00:1::',
  '2001:0:1::',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
])('%s is internal', (address) => {
  expect(isInternal(address)).toBe(true);
});

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.128.0.0',
  '172.32.0.0',
  '::ffff:1.1.1.1',
  '64:ff9b::101:101',
  '64:ff9b::1.1.1.1',
  '2606:4700:4700::1111',
])('%s is public', (address) => {
  expect(isInternal(address)).toBe(false);
});

/** The first and the last address of each range, and the public neighbours outside. */
test.each([
  ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['::', '::ffff:ffff', null, '::1:0:0:0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
  ['64:ff9b:1::', '64:ff9b:1:ffff::', '64:ff9b:0:1::', '64:ff9b:2::'],
  ['100::', '100::ffff:ffff:ffff:ffff', 'ff::', '100:0:0:1::'],
  ['2001::', '2001:1ff::', '2000:ffff::', '2001:200::'],
  ['2001:db8::', '2001:db8:ffff::', '2001:db7::', '2001:db9::'],
  ['2002::', '2002:ffff::', '2001:ffff::', '2003::'],
  ['3fff::', '3fff:fff::', '3ffe:ffff::', '3fff:1000::'],
  ['5f00::', '5f00:ffff::', '5eff::', '5f01::'],
  ['fc00::', 'fdff:ffff::', 'fbff::', 'fe00::'],
  ['fe80::', 'feff:ffff::', 'fe7f::', null],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['ff00::', 'ffff::', null, null],
])('%s to %s is one internal range', (first, last, before, after) => {
  expect([first, last].filter((address) => !isInternal(address))).toEqual([]);
  expect([before, after].filter((address) => address !== null && isInternal(address))).toEqual([]);
});

test("the machine's own addresses are internal", () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ address }) => !isInternal(address))).toEqual([]);
});
