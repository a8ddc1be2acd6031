import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';
import { compareSharing } from '../../../../../src/contract/deployments/compatibility/compare-sharing.ts';

const route = (path: string, properties: object): RouteSchema => ({
  path,
  name: path.slice(1),
  config: { type: 'object', properties },
  input: null,
  output: null,
  defaults: {},
});
const [text, number] = [{ type: 'string' }, { type: 'number' }];
const shared = [route('/a', { x: text }), route('/b', { x: text }), route('/c', { y: text })];
const split = [route('/a', { x: text }), route('/b', { x: number }), route('/c', { y: text })];

test('a field that routes begin to declare differently is split, and joined in the other direction', () => {
  expect(compareSharing(shared, split)).toEqual([{ field: 'x', kind: 'split', routes: ['/a', '/b'] }]);
  expect(compareSharing(split, shared)).toEqual([{ field: 'x', kind: 'joined', routes: ['/a', '/b'] }]);
});

test('nothing changes where the sharing stays, or the field is new', () => {
  expect([compareSharing(shared, shared), compareSharing(split, split)]).toEqual([[], []]);
  expect(compareSharing([route('/c', { y: text })], split)).toEqual([]);
});
