import { expect, test } from 'vitest';
import { findProvider } from '../../../../src/evaluation/judges/find-provider.ts';

type Words = Readonly<Record<string, string>>;

const find = (environment: Words, providerKeys: Words = {}) =>
  findProvider({ environment: async () => environment, providerKeys });

const OPENAI = 'https://api.openai.com/v1';
const OWN = { OPENAI_API_KEY: 'own', OPENAI_BASE_URL: 'https://own.example/v1' };

test.each<[string, Words, Words, object]>([
  ["the service's key", { OPENAI_API_KEY: 'own' }, {}, { apiKey: 'own', baseUrl: OPENAI }],
  ["the service's address", OWN, {}, { apiKey: 'own', baseUrl: 'https://own.example/v1' }],
  [
    'an address that needs no key',
    { OPENAI_BASE_URL: 'http://localhost:1' },
    {},
    { apiKey: 'none', baseUrl: 'http://localhost:1' },
  ],
  [
    "the evaluation's key before the service's",
    { OPENAI_API_KEY: 'own' },
    { OPENAI_API_KEY: 'given' },
    { apiKey: 'given', baseUrl: OPENAI },
  ],
  [
    "the evaluation's key at the service's address",
    OWN,
    { OPENAI_API_KEY: 'given' },
    { apiKey: 'given', baseUrl: OWN.OPENAI_BASE_URL },
  ],
  [
    "never the service's key at the evaluation's address",
    OWN,
    { OPENAI_BASE_URL: 'https://given.example' },
    { apiKey: 'none', baseUrl: 'https://given.example' },
  ],
  [
    'an empty value counts as none',
    { OPENAI_API_KEY: 'own', OPENAI_BASE_URL: '' },
    { OPENAI_API_KEY: '' },
    { apiKey: 'own', baseUrl: OPENAI },
  ],
])('a judge asks with %s', async (_, environment, keys, provider) => {
  const isGiven = (keys['OPENAI_BASE_URL'] ?? '') !== '';
  // The service pays, unless the evaluation brings a key or an address.
  const isOwn = !isGiven && (keys['OPENAI_API_KEY'] ?? '') === '';
  expect(await find(environment, keys)).toEqual({ ...provider, isGiven, isOwn });
});

test.each<[Words, RegExp]>([
  [{}, /^OpenAI API key is required to run one or more of the specified evaluators\.$/],
  [{ OPENAI_BASE_URL: 'localhost:1' }, /not an http\(s\) URL/],
  [{ OPENAI_BASE_URL: 'file:///etc' }, /not an http\(s\) URL/],
])('with %j no judge can run', async (environment, message) => {
  await expect(find(environment)).rejects.toThrow(message);
});

test('a missing provider is reported by its type, which clients read instead of the message', async () => {
  await expect(find({})).rejects.toMatchObject({
    details: [{ loc: ['body', 'lm_providers_keys'], type: 'provider_key_missing' }],
  });
});

test('without a key and an address, the error says what to set', async () => {
  const msg = 'OpenAI API key is required to run one or more of the specified evaluators';
  const found = findProvider({
    providerKeys: { OPENAI_API_KEY: '' },
    environment: async () => ({ OPENAI_BASE_URL: '' }),
  });
  await expect(found).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['body', 'lm_providers_keys'], msg, type: 'provider_key_missing' }],
    nextSteps: [
      'Set OPENAI_API_KEY where the service runs, and OPENAI_BASE_URL for another OpenAI-compatible endpoint',
      'wf eval run … --provider-keys OPENAI_API_KEY',
    ],
  });
});

test.each(['nowhere', 'ftp://host/v1', 'file:///v1'])('the address %s is refused', async (url) => {
  const refused = { code: 'WF_INVALID_INPUT', message: `OPENAI_BASE_URL is "${url}", which is not an http(s) URL.` };
  const none = { providerKeys: {}, environment: async () => ({}) };
  await expect(findProvider({ ...none, providerKeys: { OPENAI_BASE_URL: url } })).rejects.toMatchObject(refused);
  await expect(findProvider({ ...none, environment: async () => ({ OPENAI_BASE_URL: url }) })).rejects.toMatchObject(
    refused,
  );
});
