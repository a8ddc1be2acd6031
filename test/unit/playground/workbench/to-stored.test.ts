import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { toStored } from '../../../../src/playground/workbench/to-stored.ts';

function route(path: string, properties: Record<string, Record<string, unknown>>): RouteSchema {
  const defaults = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field['default']]));
  return { path, name: path, config: { type: 'object', properties }, input: null, output: null, defaults };
}

const TONE = { type: 'string', default: 'plain' };
const ROUTES = [
  route('/', { prompt: { type: 'string', default: 'a' }, tone: TONE }),
  route('/summary', { prompt: { type: 'string', default: 'b' }, tone: TONE }),
];

test('a field that routes declare differently is stored for its route, next to what is there', () => {
  const before = { prompt: 'all', '/summary': { other: 1 }, '/': { prompt: 'root' } };
  const config = { prompt: 'own', tone: 'dry' };
  expect(toStored(ROUTES, '/summary', { config, before })).toEqual({
    tone: 'dry',
    '/summary': { other: 1, prompt: 'own' },
  });
});

test('a field of all routes stays one, unless the route has a value of its own', () => {
  const config = { tone: 'dry' };
  expect(toStored(ROUTES, '/', { config, before: { tone: 'plain' } })).toEqual({ tone: 'dry' });
  expect(toStored(ROUTES, '/', { config, before: { '/': { tone: 'warm' } } })).toEqual({ '/': { tone: 'dry' } });
});
