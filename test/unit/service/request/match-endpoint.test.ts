import { expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../../../src/contract/endpoints.ts';
import { pathParameterNames } from '../../../../src/contract/endpoint/path-template.ts';
import { createEndpointMatcher } from '../../../../src/service/request/match-endpoint.ts';

const matchEndpoint = createEndpointMatcher();

test.each(Object.keys(ENDPOINTS) as EndpointName[])('%s is found by its own path', (name) => {
  const { method, path } = ENDPOINTS[name];
  const names = pathParameterNames(path);
  const filled = names.reduce((text, key) => text.replace(`{${key}}`, `the-${key}`), path as string);
  const params = Object.fromEntries(names.map((key) => [key, `the-${key}`]));
  expect(matchEndpoint(method, filled)).toEqual({ kind: 'found', name, params });
});

test('a literal wins over a parameter', () => {
  expect(matchEndpoint('GET', '/evaluators/configs')).toMatchObject({ name: 'listEvaluatorConfigs' });
  expect(matchEndpoint('POST', '/evaluators/configs/run')).toMatchObject({ kind: 'wrong-method' });
});

test('HEAD falls back to GET, and no other method does', () => {
  expect(matchEndpoint('HEAD', '/apps')).toMatchObject({ name: 'listApps' });
  expect(matchEndpoint('HEAD', '/artifacts/x')).toMatchObject({ name: 'headArtifact' });
  expect(matchEndpoint('OPTIONS', '/apps')).toEqual({ kind: 'wrong-method', allow: ['GET', 'HEAD', 'POST'] });
});

test.each(['/', '', '/apps/a/b', '/variants', '/variants/from-base/x', '/constructor', '/__proto__'])(
  '%j is unknown',
  (path) => {
    expect(matchEndpoint('GET', path)).toEqual({ kind: 'unknown' });
  },
);
