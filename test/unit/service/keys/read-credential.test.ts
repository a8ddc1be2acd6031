import { expect, test } from 'vitest';
import { PAGE_SESSION_COOKIE } from '../../../../src/contract/keys/page-session.ts';
import { readCredential, readSessionCookie } from '../../../../src/service/keys/read-credential.ts';

const request = (headers: Record<string, string>) => ({ headers: new Headers(headers) });

test.each<[Record<string, string>, string | null]>([
  [{ authorization: 'ApiKey k' }, 'k'],
  [{ authorization: 'BEARER  k ' }, 'k'],
  [{ authorization: 'secret k' }, 'k'],
  [{ authorization: 'k' }, 'k'],
  [{ authorization: 'Basic k' }, 'Basic k'],
  [{ authorization: 'a', 'x-api-key': 'b' }, 'a'],
  [{ authorization: '', 'x-api-key': ' b ' }, 'b'],
  [{ 'x-api-key': 'b', cookie: 'wf_key=c' }, 'b'],
  [{ 'x-api-key': '', cookie: 'a=1; wf_key=c=d; wf_key=e' }, 'c=d'],
  [{ cookie: `wf_key=c; ${PAGE_SESSION_COOKIE}=s` }, 'c'],
  [{ cookie: `${PAGE_SESSION_COOKIE}=s` }, 's'],
  [{ cookie: 'xwf_key=c' }, null],
  [{}, null],
])('the headers %j contain the key %j', (headers, key) => {
  expect(readCredential(request(headers))).toBe(key);
});

test('the session of a page is its cookie', () => {
  expect(readSessionCookie(request({ cookie: `a=1; ${PAGE_SESSION_COOKIE}=s` }))).toBe('s');
  expect(readSessionCookie(request({}))).toBeNull();
});
