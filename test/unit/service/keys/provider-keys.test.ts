import { expect, test } from 'vitest';
import { openProviderKeys, sealProviderKeys } from '../../../../src/service/keys/provider-keys.ts';
import { TEST_SECRETS } from '../../../helpers/start-service.ts';

const KEYS = { OPENAI_API_KEY: 'sk-test' };

test('an evaluation without keys stores none', async () => {
  expect(await sealProviderKeys(TEST_SECRETS, 'e', {})).toBeNull();
  expect(await openProviderKeys(TEST_SECRETS, { id: 'e', provider_keys: null })).toEqual({});
});

test('keys are sealed for their evaluation', async () => {
  const provider_keys = await sealProviderKeys(TEST_SECRETS, 'e', KEYS);
  expect(provider_keys).not.toContain('sk-test');
  expect(await openProviderKeys(TEST_SECRETS, { id: 'e', provider_keys })).toEqual(KEYS);
  await expect(openProviderKeys(TEST_SECRETS, { id: 'f', provider_keys })).rejects.toThrow();
});
