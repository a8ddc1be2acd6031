import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../../src/contract/endpoints.ts';
import { toOpenApi } from '../../../../src/contract/openapi/to-open-api.ts';

type Json = Record<string, unknown>;
const document = toOpenApi() as {
  openapi: string;
  paths: Record<string, Record<string, Json>>;
  components: { parameters: Record<string, Json>; schemas: Record<string, Json> };
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

test('records within records are references', () => {
  expect(document.components.schemas['Evaluation']).toMatchObject({
    properties: { status: { $ref: '#/components/schemas/Result' } },
  });
  expect(document.components.schemas['ValidationError']).toMatchObject({
    properties: { detail: { items: { $ref: '#/components/schemas/ValidationErrorItem' } } },
  });
});

test('creating a variant is described as in the seed', () => {
  expect(document.paths['/variants/from-base']?.['post']).toMatchObject({
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/AddVariantFromBasePayload' } } },
    },
    responses: {
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/AppVariantResponse' } } } },
      422: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ValidationError' } } } },
    },
  });
});

test('writes have an idempotency key, and lists a link to the next page', () => {
  const { get, post } = document.paths['/apps'] ?? {};
  const key = { $ref: '#/components/parameters/IdempotencyKey' };
  expect(post?.['parameters']).toEqual([key]);
  expect(get?.['parameters']).not.toContainEqual(key);
  expect(get?.['responses']).toMatchObject({ 200: { headers: { Link: expect.anything() } } });
});

test('undescribed failures have the common error body', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } };
  for (const { responses } of operations) expect(responses).toMatchObject({ default: { content } });
});

test('query parameters have a type and may be required', () => {
  const ignorable = { in: 'query', required: false, 'x-wf': true, 'x-wf-ignorable': true };
  expect(document.paths['/human-evaluations']?.['get']?.['parameters']).toEqual([
    { ...ignorable, name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 1000 } },
    { ...ignorable, name: 'cursor', schema: { type: 'string' } },
    { ...ignorable, name: 'order', schema: { type: 'string', enum: ['asc', 'desc'] } },
    { ...ignorable, name: 'id_prefix', schema: { type: 'string' } },
    { name: 'app_id', in: 'query', required: true, schema: { type: 'string' } },
  ]);
});
