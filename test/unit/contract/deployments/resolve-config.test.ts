import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { resolveConfig } from '../../../../src/contract/deployments/route-fields.ts';

const ROUTE: RouteSchema = {
  path: '/',
  name: 'default',
  config: { type: 'object', properties: { words: { type: 'integer' }, tone: { type: 'string' } } },
  input: null,
  output: null,
  defaults: { words: 50, tone: 'plain' },
};

test("the variant's parameters override the route's defaults", () => {
  expect(resolveConfig(ROUTE, { words: 20, of_another_route: 1 })).toEqual({ words: 20, tone: 'plain' });
});

test('a route without a schema may read all parameters', () => {
  expect(resolveConfig({ ...ROUTE, config: null, defaults: {} }, { words: 20 })).toEqual({ words: 20 });
});

test("the route's own values override those of all routes", () => {
  const parameters = { words: 20, '/': { words: 30 }, '/b': { words: 40, tone: 'dry' } };
  expect(resolveConfig(ROUTE, parameters)).toEqual({ words: 30, tone: 'plain' });
  expect(resolveConfig({ ...ROUTE, config: null, defaults: {} }, parameters)).toEqual({ words: 30 });
});
