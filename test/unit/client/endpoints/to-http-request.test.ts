import { expect, test } from 'vitest';
import { encodeBody } from '../../../../src/client/endpoints/http-request.ts';
import { toHttpRequest } from '../../../../src/client/endpoints/to-http-request.ts';
import { ENDPOINT_ROUTES } from '../../../../src/contract/endpoint-routes.ts';
import { ENDPOINTS, type EndpointName } from '../../../../src/contract/endpoints.ts';

const UNKNOWN = { isExtended: false, hasSucceeded: false };
const OTHER = { isExtended: false, hasSucceeded: true };
const OURS = { isExtended: true, hasSucceeded: true };

function request(name: EndpointName, input: Record<string, unknown>, context: Partial<Context> = {}) {
  return toHttpRequest(ENDPOINT_ROUTES[name], input, { service: UNKNOWN, usesExtensions: false, ...context });
}

type Context = Parameters<typeof toHttpRequest>[2];

test.each<[EndpointName, Record<string, unknown>, string]>([
  [
    'countAppRecords',
    { app_id: 'a' },
    'GET /apps/{app_id}/counts uses extensions of wf without asking for them: the endpoint.',
  ],
  ['getTestset', { testset_id: 't', revision: 2 }, 'revision'],
  ['updateVariantParameters', { variant_id: 'v', body: { parameters: {}, unset: ['a'] } }, 'unset'],
  [
    'deployToEnvironment',
    { body: { environment_name: 'e', variant_id: 'v', gate: null, message: 'x', revision: 1 } },
    'revision, message, gate',
  ],
])('the plain client refuses to build %s with %j', (name, input, named) => {
  expect(() => request(name, input)).toThrow(
    expect.objectContaining({ code: 'WF_BUG', message: expect.stringContaining(named) }),
  );
  expect(() => request(name, input, { service: OURS })).toThrow(expect.objectContaining({ code: 'WF_BUG' }));
  expect(request(name, input, { usesExtensions: true, service: OURS }).path).not.toContain('{');
});

test('the plain client refuses a condition on the revision', () => {
  const input = { variant_id: 'v', body: { parameters: {} } };
  expect(() => request('updateVariantParameters', input, { ifRevision: 1 })).toThrow(/If-Match/);
});

test('every endpoint of ours is refused to the plain client', () => {
  const ours = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => ENDPOINTS[name].source === 'wf');
  expect(ours.length).toBeGreaterThan(30);
  const input = Object.fromEntries(['app_id', 'sha256', 'evaluation_id'].map((name) => [name, 'x']));
  for (const name of ours) expect(() => request(name, input)).toThrow(expect.objectContaining({ code: 'WF_BUG' }));
});

test('parameters of ours are in the query for ours, in a header as long as nobody knows, and left out for others', () => {
  const input = { app_id: 'a', limit: 5, label: ['a', 'b=c'], order: 'desc' };
  const { app_id: _, ...query } = input;
  expect(request('listAppVariants', input, { service: OURS })).toMatchObject({ query, headers: {} });
  const unknown = request('listAppVariants', input);
  expect(unknown.query).toEqual({});
  expect(unknown.headers).toEqual({ 'wf-query': 'limit=5&order=desc&label=a&label=b%3Dc' });
  expect(request('listAppVariants', input, { service: OTHER })).toMatchObject({ query: {}, headers: {} });
  const human = request('listHumanEvaluations', { app_id: 'a', limit: 5 });
  expect([human.query, human.headers]).toEqual([{ app_id: 'a' }, { 'wf-query': 'limit=5' }]);
});

test.each(['', '.', '..'])('the path parameter %j is refused', (app_id) => {
  expect(() => request('deleteApp', { app_id })).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: `Invalid app_id "${app_id}": it must be neither empty nor "." or "..".`,
    }),
  );
  expect(request('deleteApp', { app_id: '...' }).path).toBe('/apps/...');
});

test.each([
  [undefined, {}, null],
  [null, {}, null],
  [0, { 'content-type': 'application/json' }, '0'],
  [{ a: 1 }, { 'content-type': 'application/json' }, '{"a":1}'],
  [Uint8Array.of(1), { 'content-type': 'application/octet-stream' }, Uint8Array.of(1)],
])('the body %j has its type', (body, headers, encoded) => {
  expect(encodeBody(body)).toEqual({ headers, body: encoded });
});

test('a condition on the revision is a header, with an idempotency key', () => {
  const input = { variant_id: 'v', body: { parameters: {} } };
  const context = { service: OURS, usesExtensions: true };
  const { headers } = request('updateVariantParameters', input, { ...context, ifRevision: 0 });
  expect(headers).toEqual({
    'content-type': 'application/json',
    'if-match': '"0"',
    'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(request('updateVariantParameters', input, context).headers).toEqual({ 'content-type': 'application/json' });
});

test('a PATCH has an idempotency key, as a POST has', () => {
  expect(request('updateApp', { app_id: 'a', body: { app_name: 'b' } })).toMatchObject({
    method: 'PATCH',
    headers: { 'idempotency-key': expect.any(String) },
  });
  expect(request('listApps', {})).toEqual({ method: 'GET', path: '/apps', query: {}, headers: {}, body: null });
});

test('fields of ours that are undefined are not used, and bytes have no fields', () => {
  expect(request('getTestset', { testset_id: 't', revision: undefined }).path).toBe('/testsets/t');
  const body = { parameters: {}, unset: undefined };
  expect(request('updateVariantParameters', { variant_id: 'v', body }).body).toBe('{"parameters":{}}');
  expect(request('updateVariantParameters', { variant_id: 'v', body: null }).body).toBeNull();
});

test('a service of another make gets no idempotency key', () => {
  const input = { body: { app_name: 'a' } };
  expect(request('createApp', input).headers).toHaveProperty('idempotency-key');
  expect(request('createApp', input, { service: OTHER }).headers).not.toHaveProperty('idempotency-key');
});
