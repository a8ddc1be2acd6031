import { describe, expect, test } from 'vitest';
import { boundedFetch } from '../../../../src/evaluation/judges/bounded-fetch.ts';
import { findProvider } from '../../../../src/evaluation/judges/ask-provider.ts';
import { startHttpServer } from '../../../helpers/start-http-server.ts';

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

describe('boundedFetch', () => {
  test('answers status, headers and text', async () => {
    await using server = await startHttpServer((request, response) => {
      response.writeHead(201, { 'x-method': request.method ?? '' }).end('as it is');
    });
    const response = await boundedFetch(8)(`${server.url}/score`, { method: 'POST', body: '{}' });
    const method = response.headers.get('x-method');
    expect([response.status, method, await response.text()]).toEqual([201, 'POST', 'as it is']);
  });

  test('fails while reading an answer that is too long', async () => {
    await using server = await startHttpServer((_request, response) => response.end('too long by one'));
    const response = await boundedFetch(14)(server.url);
    await expect(response.text()).rejects.toThrow(
      expect.objectContaining({ message: 'The answer is longer than 14 bytes.' }),
    );
  });

  test('follows no redirect', async () => {
    const asked: unknown[] = [];
    await using server = await startHttpServer((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    const response = await boundedFetch(100)(`${server.url}/here`, { headers: { authorization: 'secret' } });
    expect([response.status, asked]).toEqual([302, ['/here']]);
  });

  test('ends when its signal is aborted', async () => {
    const controller = new AbortController();
    await using server = await startHttpServer(() => controller.abort());
    await expect(boundedFetch(100)(server.url, { signal: controller.signal })).rejects.toThrow(/aborted/);
  });
});
