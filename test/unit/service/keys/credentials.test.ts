import { expect, test } from 'vitest';
import { PAGE_SESSION_COOKIE } from '../../../../src/contract/keys/page-session.ts';
import { hashSecret } from '../../../../src/service/keys/find-principal.ts';
import { openProviderKeys, sealProviderKeys } from '../../../../src/service/keys/provider-keys.ts';
import { readCredential, readSessionCookie } from '../../../../src/service/keys/read-credential.ts';
import { TEST_SECRETS } from '../../../helpers/start-service.ts';

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

test('keys that were stored by an earlier release are hashed by SHA-256', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('provider keys are sealed for their evaluation, which may have none', async () => {
  const keys = { OPENAI_API_KEY: 'sk-test' };
  const provider_keys = await sealProviderKeys(TEST_SECRETS, 'e', keys);
  expect(provider_keys).not.toContain('sk-test');
  expect(await openProviderKeys(TEST_SECRETS, { id: 'e', provider_keys })).toEqual(keys);
  await expect(openProviderKeys(TEST_SECRETS, { id: 'f', provider_keys })).rejects.toThrow();
  expect(await sealProviderKeys(TEST_SECRETS, 'e', {})).toBeNull();
  expect(await openProviderKeys(TEST_SECRETS, { id: 'e', provider_keys: null })).toEqual({});
});
