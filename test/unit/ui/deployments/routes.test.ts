import { expect, test } from 'vitest';
import {
  boundsOf,
  choicesOf,
  describeSchema,
  routeChangesTable,
  routesView,
} from '../../../../src/ui/deployments/route-columns.ts';
import type { RouteChange } from '../../../../src/contract/deployments/deployment.ts';
import { drawnLines } from '../fixtures.ts';

const ROUTE = { path: '/', name: 'default', config: null, input: null, output: null, defaults: {} };

test('without fields there is one table, and without routes it says how to export one', () => {
  expect(drawnLines(routesView([{ ...ROUTE, input: {} }, ROUTE]))).toEqual([
    'route  export   config  input',
    '/      default  -       -',
    '/      default  -       any',
  ]);
  expect(drawnLines(routesView([]))).toEqual([
    'No routes. Export one from the entry: export const answer = route("/answer", { ... })',
  ]);
});

test.each([
  [{ type: 'integer', 'x-parameter': 'int', minimum: 1, maximum: 5, default: 2 }, 'int ≥ 1, ≤ 5, default 2'],
  [{ type: 'string', 'x-parameter': 'text' }, 'text'],
  [{ type: 'string' }, 'string'],
  [{ type: 'string', required: true }, 'string, required'],
  [{ type: 'string', required: false }, 'string, optional'],
  [{ type: 'string', enum: ['a', 'b'], choices: [], default: 'a' }, 'string of a or b, default a'],
  [{ type: 'boolean', default: false }, 'boolean, default false'],
  [{ type: 'string', default: 'x'.repeat(41) }, `string, default ${'x'.repeat(40)}…`],
  [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, 'any > 0, < 1'],
  [{ type: 'array', items: {} }, null],
  [
    { type: 'array', items: {}, 'x-parameter': 'chat_messages', 'x-wf': true, 'x-variables': ['a', 'b'], default: [] },
    'chat_messages of {a}, {b}, default []',
  ],
  [{ 'x-parameter': 'tools', 'x-wf': true, 'x-tool-names': ['a', 'b'] }, 'tools of a, b'],
  [{ type: 'object', additionalProperties: true, 'x-parameter': 'output_schema', 'x-wf': true }, 'output_schema'],
  [{ type: 'string', minLength: 3 }, null],
])('the schema %j is summarised as %j', (schema, text) => {
  expect(describeSchema(schema)).toBe(text);
});

test.each([
  [{ minimum: '1' }, null],
  [{ minimum: -9_007_199_254_740_991, maximum: 9_007_199_254_740_991 }, null],
  [{ minimum: -9_007_199_254_740_990, maximum: 3 }, '≥ -9007199254740990, ≤ 3'],
])('the bounds of %j are %j', (schema, text) => {
  expect(boundsOf(schema)).toBe(text);
});

test.each([
  [{}, null],
  [{ enum: [1, 'two', null] }, '1, two, null'],
  [{ 'x-parameter': 'output_schema' }, null],
  [{ enum: Array.from({ length: 12 }, (_, index) => index) }, '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11'],
  [{ enum: Array.from({ length: 13 }, (_, index) => index) }, '0, 1, 2, 3, 4, 5, … 7 more'],
])('the choices of %j are %j', (schema, text) => {
  expect(choicesOf(schema)).toBe(text);
});

const CHANGE: RouteChange = {
  route: '/',
  field: 'words',
  part: 'config',
  kind: 'changed',
  keyword: 'maximum',
  before: 100,
  after: 50,
  maybe_renamed_to: null,
};
const LONG = Array.from({ length: 12 }, (_, index) => `choice-${index}`);
const FIELD = { keyword: null, before: null, after: null } as const;
const ENUM = { keyword: 'enum', before: LONG } as const;

test.each<[string, Partial<RouteChange>, readonly unknown[]]>([
  ['a changed rule', {}, ['words', 'maximum', 100, 50]],
  ['a changed input', { part: 'input' }, ['words', 'input maximum', 100, 50]],
  [
    'a whole route',
    { ...FIELD, part: 'route', kind: 'added', field: null, after: {} },
    [null, 'route added', null, null],
  ],
  [
    'an added field',
    { ...FIELD, kind: 'added', after: { type: 'integer', default: 1 } },
    ['words', 'added', null, 'integer, default 1'],
  ],
  [
    'a field with a schema beyond a summary',
    { ...FIELD, kind: 'added', after: { type: 'array', items: {} } },
    ['words', 'added', null, '{"type":"array","items":{}}'],
  ],
  [
    'a changed schema of a whole part',
    { ...FIELD, field: null, before: { type: 'string' } },
    [null, 'changed', '{"type":"string"}', null],
  ],
  [
    'a field that may be renamed',
    { ...FIELD, kind: 'removed', before: { type: 'string' }, maybe_renamed_to: 'length' },
    ['words', 'removed', 'string', 'now length?'],
  ],
  ['a short list of choices', { ...ENUM, before: ['a', 'b'], after: ['a'] }, ['words', 'enum', '["a","b"]', '["a"]']],
  [
    'a long list of choices',
    { ...ENUM, after: [...LONG.slice(2), 'new-1', 'new-2'] },
    ['words', 'enum', 'without choice-0, choice-1', 'with new-1, new-2'],
  ],
  ['a long list in another order', { ...ENUM, after: LONG.toReversed() }, ['words', 'enum', 'reordered', 'reordered']],
  [
    'a long list of grouped choices',
    { keyword: 'choices', before: { big: LONG, small: ['x'] }, after: { big: LONG, small: ['y'] } },
    ['words', 'choices', 'without small: x', 'with small: y'],
  ],
  [
    'a long list where there was none',
    { ...ENUM, before: null, after: LONG },
    ['words', 'enum', null, JSON.stringify(LONG)],
  ],
  [
    'a choice of 56 letters, whose list has 60',
    { ...ENUM, before: ['x'.repeat(56)], after: ['y'] },
    ['words', 'enum', `["${'x'.repeat(56)}"]`, '["y"]'],
  ],
  [
    'a choice of 57 letters',
    { ...ENUM, before: ['x'.repeat(57)], after: ['y'] },
    ['words', 'enum', `without ${'x'.repeat(57)}`, '["y"]'],
  ],
  [
    'a long value of another rule',
    { keyword: 'pattern', before: 'x'.repeat(70), after: 'y'.repeat(70) },
    ['words', 'pattern', 'x'.repeat(70), 'y'.repeat(70)],
  ],
])('%s is one row', (_, change, cells) => {
  expect(routeChangesTable([{ ...CHANGE, ...change }]).rows).toEqual([['/', ...cells]]);
});

test('equal changes of several routes are one row, and columns without values are not drawn', () => {
  const changes = [CHANGE, { ...CHANGE, route: '/b' }, { ...CHANGE, route: '/c', after: 40 }];
  expect(drawnLines([routeChangesTable(changes)])).toEqual([
    'Changes in the routes',
    'route  field  change   before  after',
    '/, /b  words  maximum  100     50',
    '/c     words  maximum  100     40',
  ]);
  const added = { ...CHANGE, ...FIELD, part: 'route', kind: 'added', field: null } as const;
  expect(drawnLines([routeChangesTable([added])])).toEqual([
    'Changes in the routes',
    'route  change',
    '/      route added',
  ]);
});
