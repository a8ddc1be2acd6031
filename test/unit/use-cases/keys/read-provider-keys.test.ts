import { expect, test } from 'vitest';
import { readProviderKeys } from '../../../../src/use-cases/keys/read-provider-keys.ts';

const ENVIRONMENT = { OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL: 'http://x', EMPTY: '', OTHER: 'o' };

test('only named variables are read', () => {
  expect(readProviderKeys('OPENAI_API_KEY, OPENAI_BASE_URL', ENVIRONMENT)).toEqual({
    OPENAI_API_KEY: 'sk-1',
    OPENAI_BASE_URL: 'http://x',
  });
  expect(readProviderKeys('', ENVIRONMENT)).toEqual({});
});

test.each([
  ['GONE', '--provider-keys names GONE, which is not set.'],
  ['EMPTY', '--provider-keys names EMPTY, which is not set.'],
  ['sk-secret', '--provider-keys takes names of environment variables, such as OPENAI_API_KEY, not their values.'],
])('%s is rejected', (names, message) => {
  expect(() => readProviderKeys(names, ENVIRONMENT)).toThrow(message);
});
