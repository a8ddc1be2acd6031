import { expect, test } from 'vitest';
import {
  migrateParameters,
  formatMigration,
  type MigrationStep,
  parseMigration,
  toMigrationText,
} from '../../../../../src/contract/deployments/compatibility/migrate-parameters.ts';
import { ParameterMigration } from '../../../../../src/contract/deployments/deployment.ts';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';
import type { Parameters } from '../../../../../src/contract/variants/variant.ts';
import { messagesOf } from '../../../../helpers/messages-of.ts';

const routeOf = (path: string, properties: Record<string, object>, defaults: Record<string, unknown>): RouteSchema => ({
  path,
  name: path,
  config: { type: 'object', properties },
  input: null,
  output: null,
  defaults,
});

const ROUTES = [
  routeOf(
    '/',
    { words: { type: 'integer', minimum: 1, maximum: 10 }, tone: { enum: ['dry', 'kind'] } },
    { words: 5, tone: 'dry' },
  ),
  routeOf(
    '/sub',
    { words: { type: 'integer', minimum: 1, maximum: 100 }, size: { type: 'number' } },
    { words: 50, size: 1 },
  ),
];

/** The migrated parameters as JSON, whose order counts, and the steps that changed something. */
function migrate(parameters: Parameters, ...texts: readonly string[]) {
  const { parameters: migrated, used } = migrateParameters(parameters, texts.map(parseMigration), ROUTES);
  return [JSON.stringify(migrated), [...used]];
}

test.each<[string, Parameters, Parameters, readonly number[]]>([
  // A renamed field stays at its position.
  ['rename:old=tone', { words: 3, old: 'dry', size: 2 }, { words: 3, tone: 'dry', size: 2 }, [0]],
  ['rename:old=tone', { old: 'dry', tone: 'kind' }, { old: 'dry', tone: 'kind' }, []],
  ['rename:gone=tone', { words: 3 }, { words: 3 }, []],
  ['rename:/sub:old=/sub:size', { '/sub': { old: 2 } }, { '/sub': { size: 2 } }, [0]],
  ['rename:old=/sub:size', { old: 2, words: 3 }, { words: 3, '/sub': { size: 2 } }, [0]],
  ['rename:/sub:words=count', { words: 3, '/sub': { words: 7 } }, { words: 3, count: 7 }, [0]],
  ['rename:/sub:words=count', { words: 3 }, { words: 3 }, []],
  // A path of a route is a name, too.
  ['rename:/old=/sub', { '/old': { words: 7 } }, { '/sub': { words: 7 } }, [0]],
  ['default:words', { words: 11, tone: 'dry' }, { tone: 'dry' }, [0]],
  ['default:words', { words: 10 }, { words: 10 }, []],
  ['default:/sub:words', { words: 3, '/sub': { words: 101 } }, { words: 3, '/sub': { words: 50 } }, [0]],
  ['default:/sub:words', { tone: 'dry', '/sub': { words: 101 } }, { tone: 'dry' }, [0]],
  ['default:gone', { gone: 1 }, { gone: 1 }, []],
  ['drop:gone', { gone: 1, words: 3 }, { words: 3 }, [0]],
  ['drop:words', { words: 3 }, { words: 3 }, []],
  ['drop:/sub', { '/sub': { words: 3 } }, { '/sub': { words: 3 } }, []],
  ['drop:/gone', { '/gone': { words: 3 } }, {}, [0]],
  ['clamp:words', { words: 11 }, { words: 10 }, [0]],
  ['clamp:words', { words: -4 }, { words: 1 }, [0]],
  ['clamp:words', { words: 4 }, { words: 4 }, []],
  ['clamp:words', { words: 'many' }, { words: 'many' }, []],
  ['clamp:/sub:words', { words: 101 }, { words: 101, '/sub': { words: 100 } }, [0]],
  ['map:tone:wry=kind', { tone: 'wry' }, { tone: 'kind' }, [0]],
  ['map:tone:wry=kind', { tone: 'dry' }, { tone: 'dry' }, []],
  ['map:words:11=5', { words: 11 }, { words: 5 }, [0]],
  ['map:words:5=5', { words: 5 }, { words: 5 }, []],
])('%s makes of %j %j', (text, before, after, used) => {
  expect(migrate(before, text)).toEqual([JSON.stringify(after), used]);
});

test('steps apply in order, and each says whether it changed something', () => {
  expect(migrate({ old: 11 }, 'rename:old=words', 'drop:gone', 'clamp:words')).toEqual(['{"words":10}', [0, 2]]);
});

/** What a value becomes where a field has these bounds. */
function clamp(value: number, type: 'integer' | 'number', bounds: object): unknown {
  const route = routeOf('/', { field: { type, ...bounds } }, { field: 0 });
  return migrateParameters({ field: value }, [parseMigration('clamp:field')], [route]).parameters['field'];
}

test.each([
  ['integer', { minimum: 0.5 }, 0, 1],
  ['integer', { maximum: 9.5 }, 12, 9],
  ['integer', { exclusiveMinimum: 0 }, 0, 1],
  ['integer', { exclusiveMinimum: 0.5 }, 0, 1],
  ['integer', { exclusiveMaximum: 10 }, 10, 9],
  ['integer', { exclusiveMaximum: 9.5 }, 12, 9],
  ['integer', { minimum: 3, maximum: 2 }, 5, 5],
  ['integer', { minimum: 3, maximum: 3 }, 5, 3],
  ['number', { minimum: 3, maximum: 3 }, 1, 3],
  ['number', { exclusiveMinimum: 0 }, 0.5, 0.5],
  ['number', { exclusiveMinimum: 0, maximum: 1 }, 2, 1],
  ['number', { minimum: 0.5 }, 0, 0.5],
  ['number', { maximum: 9.5 }, 12, 9.5],
  // The nearest value within does not exist.
  ['number', { exclusiveMinimum: 0 }, -1, -1],
  ['number', { exclusiveMaximum: 10 }, 12, 12],
] as const)('%s within %j: %d becomes %d', (type, bounds, before, after) => {
  expect(clamp(before, type, bounds)).toBe(after);
});

test('a value that several routes read is brought within the bounds of all', () => {
  const within = (value: unknown, migration: string, ...fields: readonly object[]) => {
    const routes = fields.map((field, index) => routeOf(`/${index}`, { field }, { field: 0 }));
    return migrateParameters({ field: value }, [parseMigration(migration)], routes).parameters['field'];
  };
  expect(within(0, 'clamp:field', { type: 'number', minimum: 1.5 }, { type: 'integer' })).toBe(2);
  expect(within(9, 'clamp:field', { type: 'number', maximum: 7 }, { type: 'number', maximum: 5 })).toBe(5);
  // Half of the routes exclude the bound.
  expect(within(9, 'clamp:field', { type: 'number', maximum: 5 }, { type: 'number', exclusiveMaximum: 5 })).toBe(9);
  expect(within('a', 'map:field:a=5', { type: 'string' }, { enum: ['5'] })).toBe('5');
  expect(within('a', 'map:field:a=5', { enum: [5] })).toBe(5);
  expect(within('a', 'map:field:a=b', { enum: ['b'] })).toBe('b');
});

test.each<[string, MigrationStep]>([
  ['rename:prompt=system', { kind: 'rename', field: 'prompt', to: 'system' }],
  ['rename:/summary:words=/brief:words', { kind: 'rename', field: '/summary:words', to: '/brief:words' }],
  ['rename:/summary=/brief', { kind: 'rename', field: '/summary', to: '/brief' }],
  ['map:model:gpt-4=gpt-5', { kind: 'map', field: 'model', from: 'gpt-4', to: 'gpt-5' }],
  ['map:/a:model:gpt-4=gpt-5', { kind: 'map', field: '/a:model', from: 'gpt-4', to: 'gpt-5' }],
  ['map:model:ft:one=x/', { kind: 'map', field: 'model', from: 'ft:one', to: 'x/' }],
  ['map:path:/x=a=b', { kind: 'map', field: 'path', from: '/x', to: 'a=b' }],
  ['map:/a:gpt-4=gpt-5', { kind: 'map', field: '/a', from: 'gpt-4', to: 'gpt-5' }],
  ['map:model:=new', { kind: 'map', field: 'model', from: '', to: 'new' }],
  ['default:words', { kind: 'default', field: 'words' }],
  ['clamp:/summary:words', { kind: 'clamp', field: '/summary:words' }],
  ['drop:a:b', { kind: 'drop', field: 'a:b' }],
])('%s is read, and written as it was', (text, step) => {
  expect(parseMigration(text)).toEqual(step);
  expect(formatMigration(step)).toBe(text);
});

test.each(['', 'drop', 'move:a=b', 'Rename:a=b'])('%j is no migration', (text) => {
  expect(() => parseMigration(text)).toThrow(`The migration ${JSON.stringify(text)} was not checked.`);
});

test.each([
  ['text', 'text'],
  ['', ''],
  [3, '3'],
  [null, 'null'],
  [undefined, 'null'],
  [['a', 1], '["a",1]'],
])('%j is written as %s', (value, text) => {
  expect(toMigrationText(value)).toBe(text);
});

test.each(['rename:a=b', 'default:a', 'clamp:/a:b', 'drop:a', 'map:a:b=c', 'map:a:b=', 'drop:a\nb'])(
  '%j is a migration',
  (text) => {
    expect(messagesOf(ParameterMigration, text)).toBeNull();
  },
);

test.each([
  '',
  'rename:a',
  'rename:=b',
  'rename:a=',
  'default:',
  'map:a',
  'map:a:b',
  'map::b=c',
  'move:a=b',
  ' drop:a',
])('%j is no migration', (text) => {
  expect(messagesOf(ParameterMigration, text)).toEqual([
    'Write it as rename:old=new, default:field, clamp:field, map:field:from=to or drop:field',
  ]);
});
