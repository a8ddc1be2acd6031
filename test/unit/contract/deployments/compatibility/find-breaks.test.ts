import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';
import {
  findBreaks,
  type StoredConfiguration,
} from '../../../../../src/contract/deployments/compatibility/find-breaks.ts';

const route = (path: string, properties: object): RouteSchema => ({
  path,
  name: path.slice(1),
  config: { type: 'object', properties },
  input: null,
  output: null,
  defaults: {},
});

const stored = (more: Partial<StoredConfiguration> = {}): StoredConfiguration => ({
  environment: 'live',
  isDeployed: false,
  variant_id: 'v',
  variant_name: 'main',
  revision: 3,
  parameters: {},
  routes: [],
  ...more,
});

test.each([
  ['enum', { type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['b'] }, 'a'],
  ['minimum', { type: 'number', minimum: 1 }, { type: 'number', minimum: 3 }, 2],
  ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 1 }, { type: 'number', exclusiveMinimum: 2 }, 2],
  ['maximum', { type: 'number', maximum: 9 }, { type: 'number', maximum: 1 }, 2],
  ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 9 }, { type: 'number', exclusiveMaximum: 2 }, 2],
  ['type', { type: 'string' }, { type: 'integer' }, 'abc'],
] as const)('a break of %s has the rule before and after', (keyword, before, after, value) => {
  const [old, now] = [route('/a', { x: before }), route('/a', { x: after })];
  const found = findBreaks(stored({ parameters: { x: value }, routes: [old] }), { current: [old], next: [now] });
  expect(found).toEqual([
    {
      severity: 'breaking',
      environment: 'live',
      variant_id: 'v',
      variant_name: 'main',
      revision: 3,
      route: '/a',
      field: 'x',
      value,
      keyword,
      before: (before as Record<string, unknown>)[keyword],
      after: (after as Record<string, unknown>)[keyword],
      message: expect.any(String),
      suggestions: expect.any(Array),
    },
  ]);
});

const [OLD, NEW] = [route('/a', { x: { type: 'string' } }), route('/a', { x: { type: 'integer' } })];
const severityOf = (more: Partial<StoredConfiguration>, current: readonly RouteSchema[] | null = [OLD]) =>
  findBreaks(stored({ parameters: { x: 'abc' }, routes: [OLD], ...more }), { current, next: [NEW] })[0]?.severity;

test('how severe a break is depends on who runs the values, and whether they were refused before', () => {
  expect(severityOf({ environment: null })).toBe('idle');
  expect(severityOf({ environment: null, isDeployed: true })).toBe('idle');
  expect(severityOf({ isDeployed: true })).toBe('fatal');
  expect(severityOf({})).toBe('breaking');
  expect(severityOf({}, null)).toBe('breaking');
  expect(severityOf({}, [NEW])).toBe('known');
  expect(severityOf({ isDeployed: true }, [NEW])).toBe('fatal');
});

test('values that the new code accepts break nothing', () => {
  expect(findBreaks(stored({ parameters: { x: 3 }, routes: [OLD] }), { current: null, next: [NEW] })).toEqual([]);
});

test('a value that a migration changed is judged as it is then', () => {
  const configuration = stored({ parameters: { x: 'abc' }, routes: [OLD] });
  expect(findBreaks(configuration, { current: [OLD], next: [NEW] }, { x: 3 })).toEqual([]);
  expect(findBreaks(configuration, { current: [NEW], next: [NEW] }, { x: 'other' })[0]).toMatchObject({
    value: 'other',
    severity: 'known',
  });
});

test('a field that no route has any more was there, or never', () => {
  const next = [route('/a', { y: { type: 'string' } })];
  const [gone] = findBreaks(stored({ parameters: { x: 'abc' }, routes: [OLD] }), { current: [OLD], next });
  expect(gone).toMatchObject({
    route: null,
    field: 'x',
    value: 'abc',
    keyword: null,
    before: { type: 'string' },
    after: null,
    suggestions: ['rename:x=y', 'drop:x'],
  });
  const [never] = findBreaks(stored({ parameters: { z: 1 }, routes: [OLD] }), { current: [OLD], next });
  expect(never).toMatchObject({ field: 'z', before: null, after: null, suggestions: ['drop:z'] });
  expect([gone?.message, never?.message]).toEqual([
    'live runs main/v3: x = "abc" is no longer a field of any route',
    'live runs main/v3: z = 1 is not a field of any route',
  ]);
});

test('a value of one route has the rules of that route, else those of any that had the field', () => {
  const before = [
    route('/a', { x: { type: 'number', maximum: 5 } }),
    route('/b', { x: { type: 'number', maximum: 7 } }),
  ];
  const next = [route('/a', { x: { type: 'number', maximum: 9 } }), route('/b', { x: { type: 'number', maximum: 1 } })];
  const [found] = findBreaks(stored({ parameters: { '/b': { x: 6 } }, routes: before }), { current: before, next });
  expect(found).toMatchObject({ route: '/b', field: '/b:x', value: 6, keyword: 'maximum', before: 7, after: 1 });
  const [first] = before;
  const [other] = findBreaks(stored({ parameters: { '/b': { x: 6 } }, routes: [first!] }), { current: null, next });
  expect(other).toMatchObject({ before: 5, after: 1 });
});

test('the message of a break names the route where there are others', () => {
  const messagesOf = (parameters: StoredConfiguration['parameters'], next: readonly RouteSchema[], old = [OLD]) =>
    findBreaks(stored({ parameters, routes: old }), { current: null, next }).map(({ message }) => message);
  const other = route('/b', { y: { type: 'string' } });
  expect(messagesOf({ x: 'abc' }, [NEW])).toEqual([
    'live runs main/v3: x = "abc" is not of type "integer" (was "string")',
  ]);
  expect(messagesOf({ x: 'abc' }, [other, NEW])).toEqual([
    'live runs main/v3: x of /a = "abc" is not of type "integer" (was "string")',
  ]);
  expect(messagesOf({ '/b': { x: 'abc' } }, [NEW, other], [OLD, route('/b', {})])).toEqual([
    'live runs main/v3: /b:x = "abc" is not a field of /b',
  ]);
  expect(messagesOf({ '/c': { x: 'abc' } }, [NEW, other])).toEqual([
    'live runs main/v3: /c:x = "abc" is stored for a route that the code lacks',
  ]);
});
