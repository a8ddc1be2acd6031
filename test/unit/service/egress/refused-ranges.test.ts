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

test("the machine's own addresses are internal", () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ address }) => !isInternal(address))).toEqual([]);
});
