import { expect, test } from 'vitest';
import { cameByHttps } from '../../../src/http/exchange.ts';
import { checkOrigin, isLoopbackAddress } from '../../../src/http/check-origin.ts';

const OWN = 'http://127.0.0.1:8700/apps';

function statusFor(
  headers: Record<string, string>,
  isLoopback = true,
  publicHost: string | null = null,
): number | null {
  const request = new Request(OWN, { headers });
  return checkOrigin(request, { isLoopback, publicHost })?.status ?? null;
}

test.each([
  ['a program', { host: '127.0.0.1:8700' }],
  ['localhost', { host: 'localhost:8700' }],
  ['IPv6', { host: '[::1]:8700' }],
  ['capitals', { host: 'LOCALHOST:8700' }],
  ['the page itself', { host: 'localhost:8700', origin: 'http://localhost:8700', 'sec-fetch-site': 'same-origin' }],
  ['an address that was typed', { host: '127.0.0.1:8700', 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ['what the browser itself loads', { host: '127.0.0.1:8700', 'sec-fetch-site': 'none', 'sec-fetch-mode': 'no-cors' }],
  ['a link', { host: '127.0.0.1:8700', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
])('a request of %s is answered', (_, headers) => {
  expect(statusFor(headers)).toBeNull();
});

test.each([
  ['a name that was pointed here', { host: 'attacker.test:8700' }, 421],
  ['a name that begins like ours', { host: 'localhost.attacker.test:8700' }, 421],
  ['an address that begins like ours', { host: '127.0.0.1.attacker.test' }, 421],
  ['no name', { host: '' }, 421],
  ['a page elsewhere', { host: '127.0.0.1:8700', origin: 'https://attacker.test' }, 403],
  ['a page of another port', { host: '127.0.0.1:8700', origin: 'http://127.0.0.1:9999' }, 403],
  ['a page of another name of this machine', { host: '127.0.0.1:8700', origin: 'http://localhost:8700' }, 403],
  ['a frame without origin', { host: '127.0.0.1:8700', origin: 'null' }, 403],
  ['a picture elsewhere', { host: '127.0.0.1:8700', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
  [
    'a script of another port',
    { host: '127.0.0.1:8700', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
    403,
  ],
  ['a form elsewhere', { host: '127.0.0.1:8700', origin: 'https://attacker.test', 'sec-fetch-mode': 'navigate' }, 403],
])('a request of %s is refused', (_, headers, status) => {
  expect(statusFor(headers)).toBe(status);
});

test('a server that others reach answers under any name, but to its own pages only', () => {
  expect(statusFor({ host: 'wf.example.org' }, false)).toBeNull();
  expect(statusFor({ host: 'wf.example.org', origin: 'https://wf.example.org' }, false)).toBeNull();
  expect(statusFor({ host: 'wf.example.org', origin: 'https://attacker.test' }, false)).toBe(403);
});

test.each([
  ['the proxy', { host: 'wf.example.org' }, null],
  ['the proxy in capitals', { host: 'WF.Example.org' }, null],
  ['a page of the proxy', { host: 'wf.example.org', origin: 'https://wf.example.org' }, null],
  ['a page of the proxy, which calls this machine', { host: '127.0.0.1', origin: 'https://wf.example.org' }, null],
  ['another name', { host: 'example.org' }, 421],
  ['a page elsewhere', { host: 'wf.example.org', origin: 'https://example.org' }, 403],
])('behind a proxy, %s gets %j', (_, headers, status) => {
  expect(statusFor(headers, true, 'wf.example.org')).toBe(status);
});

test('a request without a host is judged by its address', () => {
  const refusal = checkOrigin(new Request('http://attacker.test/'), { isLoopback: true });
  expect([statusFor({}), refusal?.status]).toEqual([null, 421]);
});

test.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.5', false],
  ['127.0.0.1.attacker.test', false],
])('%s is reachable by this machine only: %s', (host, expected) => {
  expect(isLoopbackAddress(host)).toBe(expected);
});

test('a refusal names the host or the site', () => {
  const refusalOf = (headers: Record<string, string>) =>
    checkOrigin(new Request(OWN, { headers }), { isLoopback: true });
  expect(refusalOf({ host: 'attacker.test' })).toEqual({
    status: 421,
    detail: 'This server answers on localhost only, not as "attacker.test".',
  });
  expect(refusalOf({ host: 'localhost:8700', origin: 'https://attacker.test' })).toEqual({
    status: 403,
    detail: 'Requests from other sites are refused (this one: "https://attacker.test").',
  });
  expect(refusalOf({ host: 'localhost:8700', 'sec-fetch-site': 'cross-site' })).toEqual({
    status: 403,
    detail: 'Requests from other sites are refused (this one: "cross-site").',
  });
});

test.each([
  [{ origin: 'https://wf.example.com' }, true],
  [{ 'x-forwarded-proto': 'https' }, true],
  [{ origin: 'http://wf.example.com' }, false],
  [{ origin: 'null' }, false],
  [{}, false],
] as const)('a request with %j came by HTTPS: %s', (headers, isHttps) => {
  expect(cameByHttps(new Request('http://127.0.0.1/', { headers }))).toBe(isHttps);
});
