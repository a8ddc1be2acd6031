import { expect, test } from 'vitest';
import { collectRoutes } from '../../../../src/sdk/routes/collect-routes.ts';
import { entrypoint } from '../../../../src/sdk/routes/entrypoint.ts';
import { route } from '../../../../src/sdk/routes/route.ts';

const at = (path: `/${string}`) => route(path, {}, () => path);
const listed = (module: Record<string, unknown>) =>
  collectRoutes(module).map((found) => `${found.route.path} ${found.name}`);

test('routes are sorted by path', () => {
  const [b, a, main] = [at('/b'), at('/a'), entrypoint({}, () => null)];
  expect(listed({ zebra: b, default: main, yak: a })).toEqual(['/ default', '/a yak', '/b zebra']);
  expect(listed({ yak: a, zebra: b, default: main })).toEqual(['/ default', '/a yak', '/b zebra']);
});

test('other exports are ignored', () => {
  expect(listed({ a: at('/a'), text: 'x', nothing: null, fn() {}, list: [at('/b')], Plain: Date })).toEqual(['/a a']);
});

test('a route with two export names is collected once, by its own name', () => {
  const a = at('/a');
  expect(listed({ default: a, shorten: a })).toEqual(['/a shorten']);
});

test('of several export names, the first by code unit counts, and default only where there is no other', () => {
  const a = at('/a');
  expect(listed({ b: a, B: a, c: a })).toEqual(['/a B']);
  expect(listed({ shorten: a, default: a })).toEqual(['/a shorten']);
  expect(listed({ a: at('/b'), default: a, zebra: a, yak: a })).toEqual(['/a yak', '/b a']);
});

test('two routes with the same path are rejected', () => {
  expect(() => collectRoutes({ a: at('/x'), b: at('/x/') })).toThrow(
    expect.objectContaining({
      code: 'WF_WORKFLOW_INVALID',
      message: 'Route /x is exported twice, as a and as b. Give one of them another path.',
    }),
  );
});

test('a module without routes has none', () => {
  expect(collectRoutes({})).toEqual([]);
});
