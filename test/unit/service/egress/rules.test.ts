import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import {
  createEgressRules,
  type Destination,
  type EgressRules,
  isInternal,
} from '../../../../src/service/egress/egress-rules.ts';
import { fetchByRules } from '../../../../src/service/egress/fetch-by-rules.ts';
import { startHttpServer } from '../../../helpers/start-http-server.ts';

const INNER = { host: 'models.internal', address: '10.0.0.7', port: 8080 };

test('without exceptions, only public addresses are allowed', () => {
  const rules = createEgressRules();
  expect(rules(INNER)).toBe(false);
  expect(rules({ host: 'example.com', address: '93.184.215.14', port: 443 })).toBe(true);
});

test.each([
  ['*'],
  ['models.internal'],
  ['MODELS.internal:8080'],
  ['10.0.0.7'],
  ['10.0.0.7:8080'],
  ['10.0.0.7/32'],
  ['0.0.0.0/0'],
  ['10.0.0.0/8'],
  ['10.0.0.0/8:8080'],
])('%s allows an address', (exception) => {
  expect(createEgressRules(['192.168.0.1', exception])(INNER)).toBe(true);
});

test.each([['internal'], ['models.internal:80'], ['10.0.0.8'], ['10.0.0.7:80'], ['10.1.0.0/16'], ['10.0.0.0/8:80']])(
  '%s does not',
  (exception) => {
    expect(createEgressRules([exception])(INNER)).toBe(false);
  },
);

test.each([['::1'], ['::1/128'], ['[::1]'], ['[::1]:11434'], ['::/64'], ['[::]/64:11434']])(
  '%s allows an IPv6 address',
  (exception) => {
    expect(createEgressRules([exception])({ host: '::1', address: '::1', port: 11_434 })).toBe(true);
  },
);

test('a range of one family allows no address of the other', () => {
  expect(createEgressRules(['127.0.0.0/8'])({ host: '::1', address: '::1', port: 80 })).toBe(false);
});

test.each([
  [''],
  ['http://models.internal'],
  ['10.0.0.0/33'],
  ['::/129'],
  ['models.internal/8'],
  ['models.internal:http'],
  ['a b'],
  ['[::1'],
])('%j is invalid', (exception) => {
  expect(() => createEgressRules([exception])).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: `Invalid address ${JSON.stringify(exception)} in --allow-egress: write HOST, HOST:PORT, an IP address, or a range as in 10.0.0.0/8.`,
      nextSteps: ['wf serve --allow-egress localhost:11434', 'wf serve --allow-egress 10.0.0.0/8'],
    }),
  );
});

test.each([
  '169.254.169.254',
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

test.each(['1.1.1.1', '::ffff:1.1.1.1', '64:ff9b::101:101', '64:ff9b::1.1.1.1', '2606:4700:4700::1111'])(
  '%s is public',
  (address) => {
    expect(isInternal(address)).toBe(false);
  },
);

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

test('the address is checked that is connected to, not only the name', async () => {
  await using server = await startHttpServer((_, response) => response.end('inside'));
  const seen: Destination[] = [];
  const rules: EgressRules = (destination) => {
    seen.push(destination);
    return false;
  };
  const get = fetchByRules(rules);
  await expect(get(`http://LOCALHOST:${server.port}/`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining(`may not connect to localhost:${server.port}`) },
  });
  expect(seen).toContainEqual({ host: 'localhost', address: '127.0.0.1', port: server.port });
});

test('of several addresses, only allowed ones are connected to', async () => {
  await using server = await startHttpServer((_, response) => response.end('inside'));
  const get = fetchByRules(({ address }) => address === '127.0.0.1');
  expect(await (await get(`http://localhost:${server.port}/`)).text()).toBe('inside');
  await expect(get(`http://[::1]:${server.port}/`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('may not connect to ::1') },
  });
});

test('each new connection is checked', async () => {
  await using server = await startHttpServer((_, response) => response.setHeader('connection', 'close').end('inside'));
  let isAllowed = true;
  const get = fetchByRules(() => isAllowed);
  expect(await (await get(server.url)).text()).toBe('inside');
  isAllowed = false;
  await expect(get(server.url)).rejects.toThrow('fetch failed');
});
