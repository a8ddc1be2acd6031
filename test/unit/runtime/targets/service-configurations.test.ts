import { expect, test } from 'vitest';
import { isWfError } from '../../../../src/errors/wf-error.ts';
import { serviceConfigurations } from '../../../../src/runtime/targets/service-configurations.ts';
import { startHttpServer } from '../../../helpers/start-http-server.ts';

const BODY = {
  variant_ref: null,
  environment_ref: { slug: 'staging', version: null, id: null },
  application_ref: null,
};

test('a configuration is fetched with the key, under the address', async () => {
  const asked: unknown[] = [];
  await using server = await startHttpServer((request, response) => {
    const { authorization, accept, 'content-type': type } = request.headers;
    asked.push([request.method, request.url, authorization, accept, type]);
    response.end('{"params":{"a":1}}');
  });
  const client = serviceConfigurations({ WF_BASE_URL: `${server.url}/api/`, WF_API_KEY: 'k' });
  expect(await client?.fetchConfig({ body: BODY })).toMatchObject({ params: { a: 1 } });
  expect(asked).toEqual([['POST', '/api/variants/configs/fetch', 'ApiKey k', 'application/json', 'application/json']]);
});

test.each([
  [
    404,
    '{"detail":"No environment is called \\"staging\\"."}',
    'WF_NOT_FOUND',
    /^No environment is called "staging"\.$/,
  ],
  [401, '{"detail":"Who are you?"}', 'WF_NOT_ALLOWED', /answered 401: Who are you\?$/],
  [403, '{"detail":"Not you."}', 'WF_NOT_ALLOWED', /answered 403: Not you\.$/],
  [500, 'x'.repeat(201), 'WF_FAILED', /answered 500: x{200}$/],
  [500, 'Internal Server Error', 'WF_FAILED', /answered 500: Internal Server Error$/],
  [200, '<html>', 'WF_UNEXPECTED_ANSWER', /did not answer with a configuration/],
  [302, '', 'WF_FAILED', /answered 302/],
])('an answer %i %s fails as %s', async (status, body, code, message) => {
  await using server = await startHttpServer((_request, response) =>
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body),
  );
  const client = serviceConfigurations({ WF_BASE_URL: server.url, WF_API_KEY: 'k' });
  const error: unknown = await client?.fetchConfig({ body: BODY }).catch((thrown: unknown) => thrown);
  expect(isWfError(error) ? [error.code, error.message] : error).toEqual([code, expect.stringMatching(message)]);
});

test('a call that was cancelled is not sent', async () => {
  const client = serviceConfigurations({ WF_BASE_URL: 'http://127.0.0.1:1', WF_API_KEY: 'k' });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(client?.fetchConfig({ body: BODY, signal })).rejects.toThrow('enough');
});

test.each([{}, { WF_BASE_URL: '' }])('without an address there is no client: %o', (variables) => {
  expect(serviceConfigurations(variables)).toBeNull();
});

test.each([
  [{ WF_BASE_URL: 'ftp://x', WF_API_KEY: 'k' }, 'not an http address'],
  [{ WF_BASE_URL: 'nonsense', WF_API_KEY: 'k' }, 'not an http address'],
  [{ WF_BASE_URL: 'http://x' }, 'WF_API_KEY'],
])('%o is refused', (variables, message) => {
  expect(() => serviceConfigurations(variables)).toThrow(message);
});

test('an address without a key is refused, and so is what is no address', () => {
  const refused = (message: string) => expect.objectContaining({ code: 'WF_INVALID_INPUT', message });
  for (const WF_API_KEY of [undefined, '']) {
    expect(() => serviceConfigurations({ WF_BASE_URL: 'http://wf.example', WF_API_KEY })).toThrow(
      refused('WF_BASE_URL is set, but WF_API_KEY, the key for it, is not.'),
    );
  }
  for (const WF_BASE_URL of ['wf.example', 'ftp://wf.example']) {
    expect(() => serviceConfigurations({ WF_BASE_URL, WF_API_KEY: 'k' })).toThrow(
      refused(`WF_BASE_URL is "${WF_BASE_URL}", which is not an http address.`),
    );
  }
  expect([serviceConfigurations({}), serviceConfigurations({ WF_BASE_URL: '' })]).toEqual([null, null]);
});
