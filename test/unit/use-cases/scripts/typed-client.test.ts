import { describe, expect, test } from 'vitest';
import { generateClient } from '../../../../src/use-cases/scripts/generate-client.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { openWorld } from '../../../helpers/open-world.ts';
import { ROUTES } from '../../../helpers/service-world.ts';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { toType } from '../../../../src/use-cases/scripts/typed-client/to-type.ts';
import { nameMethods, writeClient } from '../../../../src/use-cases/scripts/typed-client/write-client.ts';

describe('types', () => {
  const nameOf = (reference: string) => `Named${reference.length}`;

  test.each<[unknown, string]>([
    [true, 'unknown'],
    [{}, 'unknown'],
    [false, 'never'],
    [null, 'unknown'],
    ['string', 'unknown'],
    [{ type: 'frobnicate' }, 'unknown'],
    [{ type: 'integer', minimum: 1 }, 'number'],
    [{ const: 'a"b' }, '"a\\"b"'],
    [{ enum: ['a', 1, null, true] }, '("a" | 1 | null | true)'],
    [{ enum: [] }, 'never'],
    [{ type: ['string', 'null'] }, '(string | null)'],
    [{ anyOf: [{ type: 'string' }, { type: 'string' }] }, 'string'],
    [{ allOf: [{ $ref: '#' }, { $ref: '#/a' }] }, '(Named1 & Named3)'],
    [{ type: 'array' }, 'Array<unknown>'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, 'Array<("a" | "b")>'],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } }, '[string, ...Array<number>]'],
    [{ type: 'array', prefixItems: [{ type: 'string' }] }, '[string]'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{\n  [key: string]: number;\n}'],
    [{ type: 'object', properties: {}, additionalProperties: false }, 'Record<string, never>'],
    [{ const: { a: 1 } }, 'unknown'],
    [{ const: null }, 'null'],
    [{ allOf: [] }, 'unknown'],
    [{ allOf: [{ type: 'string' }, { type: 'string' }] }, '(string)'],
    [{ type: 'object', properties: { a: true } }, '{\n  a?: unknown;\n}'],
    [
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } },
      '{\n  a?: string;\n  [key: string]: unknown;\n}',
    ],
    [
      { type: 'object', properties: { a: { type: 'string' }, 'b-c': {} }, required: ['a'], additionalProperties: {} },
      '{\n  a: string;\n  "b-c"?: unknown;\n  [key: string]: unknown;\n}',
    ],
  ])('%j is %s', (schema, type) => {
    expect(toType(schema, nameOf)).toBe(type);
  });

  test('a field has a comment, which its text cannot end', () => {
    const field = {
      type: 'integer',
      minimum: 1,
      exclusiveMaximum: 9,
      default: 5,
      description: 'How\nmany */ alert(1)',
    };
    expect(toType({ type: 'object', properties: { n: field } }, nameOf)).toBe(
      '{\n  /** How many *\\/ alert(1) At least 1. Less than 9. Default: 5 */\n  n?: number;\n}',
    );
  });

  test('a comment states every bound that the author set', () => {
    const commentOf = (field: object) =>
      /\/\*\* (.*) \*\//.exec(toType({ type: 'object', properties: { n: field } }, nameOf))?.[1] ?? null;
    expect(commentOf({ title: 'Words', exclusiveMinimum: 1, maximum: 9 })).toBe('Words More than 1. At most 9.');
    expect(commentOf({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })).toBeNull();
    expect(commentOf({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER - 1 })).toBe(
      'At least 0. At most 9007199254740990.',
    );
    expect(commentOf({ title: 'Words', description: 'How many' })).toBe('How many');
    expect(commentOf({ default: null })).toBe('Default: null');
    expect(commentOf({})).toBeNull();
  });

  test('a default of more than 80 characters is shortened', () => {
    const [fits, long] = ['x'.repeat(78), 'x'.repeat(79)];
    const written = (value: string) => toType({ type: 'object', properties: { n: { default: value } } }, nameOf);
    expect(written(fits)).toContain(`/** Default: "${fits}" */`);
    expect(written(long)).toContain(`/** Default: "${long}… */`);
  });
});

describe('a client', () => {
  function route(path: string, name: string): RouteSchema {
    return { path, name, config: null, input: null, output: null, defaults: {} };
  }

  test('methods are named after exports, each once', () => {
    const routes = [
      route('/', 'default'),
      route('/a', 'Support.answer'),
      route('/b', 'supportAnswer'),
      route('/c', 'SupportAnswer'),
      route('/d', '0'),
      route('/e', '…'),
    ];
    expect(nameMethods(routes).map(({ method }) => method)).toEqual([
      'entrypoint',
      'SupportAnswer',
      'supportAnswer2',
      'SupportAnswer3',
      'route0',
      'route',
    ]);
  });

  test('names from outside stay inside their quotes', () => {
    const source = writeClient({ app: 'a"; alert(1); //\n', variant: '`${x}`', routes: [route('/a/*/', 'a')] });
    expect(source).toContain('const APP = "a\\"; alert(1); //\\n";');
    expect(source).toContain('const VARIANT = "`${x}`";');
    expect(source).not.toContain('/** What /a/*/');
  });

  test('a client has the types of each route, and a method for it', () => {
    const text = { type: 'string' };
    const source = writeClient({
      app: 'support',
      variant: 'main.default',
      routes: [
        {
          ...route('/', 'default'),
          config: { type: 'object', properties: { words: { type: 'integer' } } },
          input: { type: 'object', properties: { text }, required: ['text'] },
          output: text,
        },
        {
          ...route('/tree', 'tree'),
          input: {
            type: 'object',
            properties: { node: { $ref: '#/$defs/node' }, again: { $ref: '#' }, gone: { $ref: '#/$defs/gone' } },
            $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } }, other: text },
          },
          output: { type: 'array', items: text },
        },
        route('/any', 'any'),
      ],
    });
    const expected = [
      'export type EntrypointInput = {\n  text: string;\n};',
      'export type EntrypointConfig = {\n  words?: number;\n};',
      'export type EntrypointOutput = string;',
      'export type EntrypointItem = string;',
      'export type TreeInput = {\n  node?: TreeInputPart1;\n  again?: TreeInput;\n  gone?: unknown;\n};',
      'export type TreeInputPart1 = {\n  next?: TreeInputPart1;\n};',
      'export type TreeConfig = Record<string, never>;',
      'export type TreeItem = TreeOutput[number];',
      'export type AnyInput = Record<string, unknown>;',
      'export type AnyItem = unknown;',
      'readonly tree: Route<TreeInput, TreeConfig, TreeOutput, TreeItem>;',
    ];
    expect(expected.filter((part) => !source.includes(part))).toEqual([]);
  });
});

test('the client of a base calls its routes by one of its variants', async () => {
  await using world = await openWorld();
  const more = ROUTES.map((route) => ({ ...route, path: '/more', name: 'more' }));
  const other = { variant_name: 'other.x', base_name: 'other', artifact_sha256: world.sha256, sdk_version: '0.1.0' };
  await world.call('createDeployment', { app_id: world.appId, body: { ...other, routes: more } });
  const client = clientOf(world.running);
  const generate = async (base: string | null) => {
    const { routes, source } = await generateClient({ client, app: 'support', base, environment: null });
    return [routes, /^const VARIANT = (.*);$/m.exec(source)?.[1]];
  };
  expect(await generate(null)).toEqual([[{ method: 'entrypoint', path: '/' }], '"default"']);
  expect(await generate('other')).toEqual([[{ method: 'more', path: '/more' }], '"other.x"']);
});
