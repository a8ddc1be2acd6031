import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';
import {
  suggestMigrations,
  type SuggestMigrationsOptions,
} from '../../../../../src/contract/deployments/compatibility/suggest-migrations.ts';

const route = (path: string, properties: Record<string, object>, defaults: object = {}): RouteSchema => ({
  path,
  name: path.slice(1),
  config: { type: 'object', properties },
  input: null,
  output: null,
  defaults: defaults as RouteSchema['defaults'],
});
const [text, number] = [{ type: 'string' }, { type: 'number' }];

const suggest = (options: Partial<SuggestMigrationsOptions>) =>
  suggestMigrations({
    address: { route: null, field: 'x' },
    value: 'abc',
    rejectedBy: null,
    before: [],
    after: [],
    ...options,
  });

test('a removed field may be renamed to an added one of its kind, the closest first, or dropped', () => {
  const before = [route('/a', { word: number, kept: number })];
  const after = [route('/a', { kept: number, other: number, words: number, third: number, text })];
  const address = { route: null, field: 'word' };
  expect(suggest({ address, value: 3, before, after })).toEqual([
    'rename:word=words',
    'rename:word=other',
    'drop:word',
  ]);
  const model = { type: 'string', 'x-parameter': 'model' };
  expect(suggest({ before: [route('/a', { x: model })], after: [route('/a', { y: text, z: model })] })).toEqual([
    'rename:x=z',
    'drop:x',
  ]);
});

test('a name is not suggested whose rules refuse the value', () => {
  const before = [route('/a', { x: number })];
  const after = [route('/a', { y: { type: 'number', maximum: 1 }, z: number })];
  expect(suggest({ value: 3, before, after })).toEqual(['rename:x=z', 'drop:x']);
});

test('a value beyond its bounds is clamped, or the default', () => {
  const after = [route('/a', { x: { type: 'number', maximum: 5, default: 2 } }, { x: 2 })];
  expect(suggest({ value: 9, rejectedBy: '/a', after })).toEqual(['clamp:x', 'default:x']);
});

test('a choice that is gone is mapped to the closest one', () => {
  const after = [route('/a', { x: { type: 'string', enum: ['short', 'longer'], default: 'short' } }, { x: 'short' })];
  expect(suggest({ value: 'long', rejectedBy: '/a', after })).toEqual(['map:x:long=longer', 'default:x']);
});

test('of several close choices, the closest is suggested', () => {
  const after = [route('/a', { x: { type: 'string', enum: ['short', 'longest', 'longer'] } })];
  expect(suggest({ value: 'long', rejectedBy: '/a', after })).toEqual(['map:x:long=longest', 'default:x']);
});

test('the choices of a route are its own', () => {
  const after = [
    route('/a', { x: { type: 'string', enum: ['longer'] } }),
    route('/b', { x: { type: 'string', enum: ['longest'] } }),
  ];
  expect(suggest({ address: { route: '/b', field: 'x' }, value: 'long', rejectedBy: '/b', after })).toEqual([
    'map:/b:x:long=longest',
    'default:/b:x',
  ]);
});

test('a value of one route that is gone moves to a new route that has the field', () => {
  const before = [route('/old', { x: text }), route('/kept', { x: text })];
  const after = [
    route('/kept', { x: text }),
    route('/other', { y: text }),
    route('/a', { x: text }),
    route('/older', { x: text }),
    route('/b', { x: text }),
    route('/none', { y: text }),
  ];
  expect(suggest({ address: { route: '/old', field: 'x' }, before, after })).toEqual([
    'rename:/old=/older',
    'rename:/old=/a',
    'drop:/old',
  ]);
});

test('a field that only its route lost is renamed there', () => {
  const before = [route('/a', { x: text }), route('/b', { x: text, y: text })];
  const after = [route('/a', { y: text }), route('/b', { x: text, y: text })];
  expect(suggest({ address: { route: '/a', field: 'x' }, before, after })).toEqual(['rename:/a:x=/a:y', 'drop:/a:x']);
});

test('where routes declare a field differently, only the one that refuses it needs another value', () => {
  const before = [route('/a', { x: number }), route('/b', { x: number })];
  const limited = { type: 'number', maximum: 5, default: 2 };
  const after = [route('/a', { x: limited }, { x: 2 }), route('/b', { x: number })];
  expect(suggest({ value: 9, rejectedBy: '/a', before, after })).toEqual([
    'clamp:/a:x',
    'default:/a:x',
    'clamp:x',
    'default:x',
  ]);
});
