import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../../src/contract/endpoints.ts';
import { toOpenApi } from '../../../../src/contract/openapi/to-open-api.ts';

type Json = Record<string, unknown>;
const document = toOpenApi() as {
  openapi: string;
  paths: Record<string, Record<string, Json>>;
  components: { parameters: Record<string, Json>; headers: Record<string, Json>; schemas: Record<string, Json> };
};

test('every endpoint is an operation of its path', () => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [operation['operationId'], method.toUpperCase(), path]),
  );
  const table = Object.entries(ENDPOINTS).map(([name, { method, path }]) => [name, method, path]);
  expect(new Set(operations.map(String))).toEqual(new Set(table.map(String)));
});

test('only our own endpoints are marked', () => {
  const marked = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .filter((operation) => operation['x-wf'] === true)
    .map((operation) => operation['operationId']);
  const ours = Object.entries(ENDPOINTS).filter(([, { source }]) => source === 'wf');
  expect(new Set(marked)).toEqual(new Set(ours.map(([name]) => name)));
});

test('every reference leads to a component', () => {
  const text = JSON.stringify(document);
  const names = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(names.length).toBeGreaterThan(100);
  const known = Object.entries(document.components).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
  );
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test('undescribed failures have the common error body', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } };
  for (const { responses } of operations) expect(responses).toMatchObject({ default: { content } });
});

test('its patterns need no Unicode properties and no flag', () => {
  const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, literal = '']) => JSON.parse(literal) as string,
  );
  expect(patterns.length).toBeGreaterThan(10);
  for (const pattern of patterns) expect(() => new RegExp(pattern)).not.toThrow();
  expect(patterns.filter((pattern) => /\\[pP]\{/.test(pattern))).toEqual([]);
});

test('it names its servers, with the public address where that is known', () => {
  const urlsOf = (base: string | null) => (toOpenApi(base)['servers'] as Json[]).map(({ url }) => url);
  expect(urlsOf(null)).toEqual(['/', '/api']);
  expect(urlsOf('https://wf.example/eu/')).toEqual(['https://wf.example/eu', 'https://wf.example/eu/api']);
});

test('everything of an endpoint of ours is marked, and so are our headers', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const parts = operations
    .filter((operation) => operation['x-wf'] === true)
    .flatMap((operation) => operation['parameters'] as Json[]);
  expect(parts.filter((part) => part['x-wf'] !== true && part['$ref'] === undefined)).toEqual([]);
  const { parameters, headers } = document.components;
  for (const part of Object.values({ ...parameters, ...headers })) expect(part).toMatchObject({ 'x-wf': true });
});

const GATE = { name: 'g.yaml', content: 'rules: []' };
const HUMAN = { app_id: 'a', inputs: [], testset_id: 't', status: 'INITIALIZED' };
const DEPLOYED = {
  variant_name: 'v',
  routes: [{ path: '/', name: 'r', config: {}, input: {}, output: null, defaults: {} }],
};

test.each([
  ['NewDeployment', { ...DEPLOYED, sdk_version: '1', url: 'https://a.example' }, true],
  ['NewDeployment', { ...DEPLOYED, sdk_version: '1', artifact_sha256: 'a', url: null }, true],
  ['NewDeployment', { ...DEPLOYED, sdk_version: '1' }, false],
  ['NewDeployment', { ...DEPLOYED, sdk_version: '1', artifact_sha256: 'a', url: 'https://a.example' }, false],
  ['DeployToEnvironment', { environment_name: 'e', variant_id: 'v' }, true],
  ['DeployToEnvironment', { environment_name: 'e', variant_id: 'v', gate: GATE, evaluation_id: 'e' }, true],
  ['DeployToEnvironment', { environment_name: 'e', variant_id: 'v', gate: GATE }, false],
  ['NewHumanEvaluation', { ...HUMAN, variant_ids: ['a', 'b'], evaluation_type: 'human_a_b_testing' }, true],
  ['NewHumanEvaluation', { ...HUMAN, variant_ids: ['a', 'a'], evaluation_type: 'human_a_b_testing' }, false],
  ['NewHumanEvaluation', { ...HUMAN, variant_ids: ['a'], evaluation_type: 'human_a_b_testing' }, false],
  ['NewHumanEvaluation', { ...HUMAN, variant_ids: ['a'], evaluation_type: 'single_model_test' }, true],
  ['NewHumanEvaluation', { ...HUMAN, variant_ids: ['a', 'b'], evaluation_type: 'single_model_test' }, false],
])('the rules over fields of %s tell %j', (name, body, isValid) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(JSON.parse(JSON.stringify(document)) as Json, 'wf');
  expect(ajv.validate({ $ref: `wf#/components/schemas/${name}` }, body)).toBe(isValid);
});
