import { expect, test } from 'vitest';
import { collectRoutes } from '../../../../src/sdk/routes/collect-routes.ts';
import { entrypoint } from '../../../../src/sdk/routes/entrypoint.ts';
import { route } from '../../../../src/sdk/routes/route.ts';

const at = (path: `/${string}`) => route(path, {}, () => path);
const listed = (module: Record<string, unknown>) =>
  collectRoutes(module).map((found) => `${found.route.path} ${found.name}`);

test('routes come by path, whatever the order of exports', () => {
  const [b, a, main] = [at('/b'), at('/a'), entrypoint({}, () => null)];
  expect(listed({ zebra: b, default: main, yak: a })).toEqual(['/ default', '/a yak', '/b zebra']);
  expect(listed({ yak: a, zebra: b, default: main })).toEqual(['/ default', '/a yak', '/b zebra']);
});

test('what is no route is left alone', () => {
  expect(listed({ a: at('/a'), text: 'x', nothing: null, fn() {}, list: [at('/b')], Plain: Date })).toEqual(['/a a']);
});

test('one route under two names is one route, called by its own name', () => {
  const a = at('/a');
  expect(listed({ default: a, shorten: a })).toEqual(['/a shorten']);
});

test('two routes with one path are refused', () => {
  expect(() => collectRoutes({ a: at('/x'), b: at('/x/') })).toThrow('Route /x is exported twice, as a and as b.');
});

test('a module without routes has none', () => {
  expect(collectRoutes({})).toEqual([]);
});
