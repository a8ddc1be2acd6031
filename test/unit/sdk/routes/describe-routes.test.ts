import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { streamOf } from '../../../helpers/evaluation-records.ts';
import { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { configSchema } from '../../../../src/sdk/config/config-schema.ts';
import { groupedMultipleChoice, multipleChoice } from '../../../../src/sdk/config/choices.ts';
import { collectAnswer, joinAnswer } from '../../../../src/sdk/routes/call-handler.ts';
import { collectRoutes, describeRoutes } from '../../../../src/sdk/routes/collect-routes.ts';
import { entrypoint, route } from '../../../../src/sdk/routes/route.ts';

const Everything = configSchema({
  prompt: z.string().describe('What to say').default('Hi'),
  words: z.int().gte(10).lte(200).default(50),
  temperature: z.number().gte(0).lt(2).default(0.7),
  above: z.number().gt(0).default(1),
  stream: z.boolean().default(false).meta({ title: 'Stream it', description: 'Bit by bit' }),
  tone: multipleChoice(['plain', 'formal']).default('plain'),
  voice: groupedMultipleChoice({ Warm: ['alto'], Bright: ['soprano'] }).default('alto'),
});

describe('the description of a route', () => {
  test('marks each kind of configuration field', () => {
    const [described] = describeRoutes({ everything: route('/x', { config: Everything }, () => null) });
    expect(described).toEqual({
      path: '/x',
      name: 'everything',
      config: {
        type: 'object',
        properties: {
          prompt: { description: 'What to say', type: 'string', default: 'Hi', 'x-parameter': 'text' },
          words: { type: 'integer', minimum: 10, maximum: 200, default: 50, 'x-parameter': 'int' },
          temperature: { type: 'number', minimum: 0, exclusiveMaximum: 2, default: 0.7, 'x-parameter': 'float' },
          above: { type: 'number', exclusiveMinimum: 0, default: 1, 'x-parameter': 'float' },
          stream: {
            title: 'Stream it',
            description: 'Bit by bit',
            type: 'boolean',
            default: false,
            'x-parameter': 'bool',
          },
          tone: { type: 'string', enum: ['plain', 'formal'], default: 'plain', 'x-parameter': 'choice' },
          voice: {
            type: 'string',
            enum: ['alto', 'soprano'],
            choices: { Warm: ['alto'], Bright: ['soprano'] },
            default: 'alto',
            'x-parameter': 'grouped_choice',
          },
        },
        additionalProperties: false,
      },
      input: null,
      output: null,
      defaults: {
        prompt: 'Hi',
        words: 50,
        temperature: 0.7,
        above: 1,
        stream: false,
        tone: 'plain',
        voice: 'alto',
      },
    });
  });

  test.each([
    ['the tighter of two', z.int().gte(1).gte(5).lte(9).lte(7).default(6), { minimum: 5, maximum: 7 }],
    [
      'the exclusive one where both say the same',
      z.number().gte(1).gt(1).lte(3).lt(3).default(2),
      { exclusiveMinimum: 1, exclusiveMaximum: 3 },
    ],
    [
      'the inclusive one where it is tighter',
      z.number().gt(1).gte(2).lt(9).lte(8).default(3),
      { minimum: 2, maximum: 8 },
    ],
    [
      'the exclusive one where it is tighter',
      z.number().gte(1).gt(2).lte(9).lt(8).default(3),
      { exclusiveMinimum: 2, exclusiveMaximum: 8 },
    ],
    ['those of a format', z.uint32().default(0), { minimum: 0, maximum: 4294967295 }],
    ['those of a format and of a check', z.int32().gte(1).default(1), { minimum: 1, maximum: 2147483647 }],
    ['none of a safe integer', z.number().int().default(0), {}],
    ['none of a float', z.float64().default(0.5), {}],
    ['one through a sign', z.number().positive().default(1), { exclusiveMinimum: 0 }],
  ])('has bounds: %s', (_which, field, bounds) => {
    const [described] = describeRoutes({ x: route('/x', { config: configSchema({ field }) }, () => null) });
    const properties = described?.config?.['properties'] as { field: Record<string, unknown> };
    const { type: _type, default: _default, 'x-parameter': _mark, ...rest } = properties.field;
    expect(rest).toEqual(bounds);
  });

  test('has inputs before and outputs after parsing', () => {
    const input = z.object({ text: z.string(), limit: z.int().optional(), mode: z.string().default('a') });
    const output = z.object({ size: z.int().default(1) });
    const [described] = describeRoutes({ x: route('/x', { input, output }, () => ({})) });
    expect(described?.input).toMatchObject({ required: ['text'], additionalProperties: false });
    expect(described?.output).toMatchObject({ required: ['size'], additionalProperties: false });
  });

  test('of an open input is open', () => {
    const [described] = describeRoutes({ x: route('/x', { input: z.looseObject({ text: z.string() }) }, () => null) });
    expect(described?.input?.['additionalProperties']).toEqual({});
  });

  test.each(['input', 'output'])('fails for an %s that cannot be written as JSON Schema', (part) => {
    const twice = z.object({ a: z.string().meta({ id: 'twice' }), b: z.number().meta({ id: 'twice' }) });
    const made = route('/x', { [part]: twice }, () => ({ a: '', b: 1 }));
    expect(() => describeRoutes({ x: made })).toThrow(
      expect.objectContaining({
        code: 'WF_WORKFLOW_INVALID',
        message: expect.stringMatching(
          `^Route /x, ${part}: the schema cannot be written as JSON Schema\\. Duplicate schema id`,
        ) as string,
      }) as Error,
    );
  });

  test('accepts anything for types without an equivalent in JSON Schema', () => {
    const [described] = describeRoutes({ x: route('/x', { input: z.object({ day: z.date() }) }, () => null) });
    expect(described?.input?.['properties']).toEqual({ day: {} });
  });

  test('is the same plain JSON each time, valid by the contract', () => {
    const module = { x: route('/x', { config: Everything, input: z.object({ a: z.string() }) }, () => null) };
    const described = describeRoutes(module);
    expect(z.array(z.strictObject(RouteSchema.shape)).parse(structuredClone(described))).toEqual(described);
    expect(JSON.stringify(describeRoutes(module))).toBe(JSON.stringify(described));
  });
});

const at = (path: `/${string}`) => route(path, {}, () => path);
const listed = (module: Record<string, unknown>) =>
  collectRoutes(module).map((found) => `${found.route.path} ${found.name}`);

test('the routes of a module are sorted by path', () => {
  const [b, a, main] = [at('/b'), at('/a'), entrypoint({}, () => null)];
  expect(listed({ zebra: b, default: main, yak: a })).toEqual(['/ default', '/a yak', '/b zebra']);
  expect(listed({ yak: a, zebra: b, default: main })).toEqual(['/ default', '/a yak', '/b zebra']);
});

test('exports that are no routes are ignored', () => {
  expect(listed({ a: at('/a'), text: 'x', nothing: null, fn() {}, list: [at('/b')], Plain: Date })).toEqual(['/a a']);
});

test('a route is collected once: of several export names, the first by code unit counts, and default only where there is no other', () => {
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

const bytes = (...values: readonly number[]) => Uint8Array.from(values);

test.each([
  ['pieces of text', ['a', '', 'b'], 'ab'],
  ['one empty piece', [''], ''],
  ['nothing', [], []],
  ['other items', ['a', 1], ['a', 1]],
  ['a number', [1], [1]],
  // é in two pieces of bytes.
  ['bytes', [bytes(97, 0xc3), bytes(0xa9, 98)], 'aéb'],
  ['text and bytes', ['<', bytes(97)], '<a'],
])('a stream of %s is collected', async (_, items, answer) => {
  expect(await collectAnswer(streamOf<unknown>(items))).toEqual(answer);
});

test('items are joined only if all of them are text', () => {
  expect([joinAnswer(['a', 'b']), joinAnswer(['a', null]), joinAnswer([])]).toEqual(['ab', ['a', null], []]);
});
