import { expect, test } from 'vitest';
import { routeChangesTable, type RouteChangeView } from '../../../../src/ui/deployments/route-changes-table.ts';

const CHANGE: RouteChangeView = {
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

test.each<[string, Partial<RouteChangeView>, readonly unknown[]]>([
  ['a changed rule', {}, ['/', 'words', 'maximum', 100, 50]],
  ['a changed input', { part: 'input' }, ['/', 'words', 'input maximum', 100, 50]],
  [
    'a whole route',
    { part: 'route', kind: 'added', field: null, keyword: null, before: null, after: {} },
    ['/', null, 'route added', null, null],
  ],
  [
    'an added field',
    { kind: 'added', keyword: null, before: null, after: { type: 'integer', default: 1 } },
    ['/', 'words', 'added', null, 'integer, default 1'],
  ],
  [
    'a field with a schema beyond a summary',
    { kind: 'added', keyword: null, before: null, after: { type: 'array', items: {} } },
    ['/', 'words', 'added', null, '{"type":"array","items":{}}'],
  ],
  [
    'a changed schema of a whole part',
    { kind: 'changed', keyword: null, field: null, before: { type: 'string' }, after: null },
    ['/', null, 'changed', '{"type":"string"}', null],
  ],
  [
    'a field that may be renamed',
    { kind: 'removed', keyword: null, before: { type: 'string' }, after: null, maybe_renamed_to: 'length' },
    ['/', 'words', 'removed', 'string', 'now length?'],
  ],
  [
    'a short list of choices',
    { keyword: 'enum', before: ['a', 'b'], after: ['a'] },
    ['/', 'words', 'enum', '["a","b"]', '["a"]'],
  ],
  [
    'a long list of choices',
    { keyword: 'enum', before: LONG, after: [...LONG.slice(2), 'new-1', 'new-2'] },
    ['/', 'words', 'enum', 'without choice-0, choice-1', 'with new-1, new-2'],
  ],
  [
    'a long list in another order',
    { keyword: 'enum', before: LONG, after: LONG.toReversed() },
    ['/', 'words', 'enum', 'reordered', 'reordered'],
  ],
  [
    'a long list of grouped choices',
    { keyword: 'choices', before: { big: LONG, small: ['x'] }, after: { big: LONG, small: ['y'] } },
    ['/', 'words', 'choices', 'without small: x', 'with small: y'],
  ],
  [
    'a long list where there was none',
    { keyword: 'enum', before: null, after: LONG },
    ['/', 'words', 'enum', null, JSON.stringify(LONG)],
  ],
  [
    'a long value of another rule',
    { keyword: 'pattern', before: 'x'.repeat(70), after: 'y'.repeat(70) },
    ['/', 'words', 'pattern', 'x'.repeat(70), 'y'.repeat(70)],
  ],
])('%s is one row', (_, change, cells) => {
  expect(routeChangesTable([{ ...CHANGE, ...change }]).rows).toEqual([cells]);
});

test.each([
  [56, `["${'x'.repeat(56)}"]`],
  [57, `without ${'x'.repeat(57)}`],
])('a list is shortened when its JSON is longer than 60 characters: a choice of %i', (length, text) => {
  const [row] = routeChangesTable([{ ...CHANGE, keyword: 'enum', before: ['x'.repeat(length)], after: ['y'] }]).rows;
  expect(row?.[3]).toBe(text);
});

test('equal changes of several routes are one row', () => {
  const table = routeChangesTable([CHANGE, { ...CHANGE, route: '/b' }, { ...CHANGE, route: '/c', after: 40 }]);
  expect(table.title).toBe('Changes in the routes');
  expect(table.rows.map(([route]) => route)).toEqual(['/, /b', '/c']);
});

test('columns without values are hidden on a terminal', () => {
  const added = { ...CHANGE, part: 'route', kind: 'added', field: null, keyword: null, before: null, after: null };
  const onlyOf = (changes: readonly RouteChangeView[]) =>
    routeChangesTable(changes).columns.map(({ header, only }) => [header, only]);
  expect(onlyOf([added])).toEqual([
    ['route', null],
    ['field', 'written'],
    ['change', null],
    ['before', 'written'],
    ['after', 'written'],
  ]);
  expect(onlyOf([added, CHANGE]).every(([, only]) => only === null)).toBe(true);
});
