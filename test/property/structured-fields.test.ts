import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkParameters } from '../../src/contract/deployments/check-parameters.ts';
import { checkJsonSchema } from '../../src/contract/deployments/kinds/check-json-schema.ts';
import { diffValues } from '../../src/contract/variants/diff-values.ts';
import { chatMessages, outputSchema, tools } from '../../src/sdk/config/structured-fields.ts';
import { configSchema } from '../../src/sdk/config/config-schema.ts';
import { describeRoutes } from '../../src/sdk/routes/collect-routes.ts';
import { route } from '../../src/sdk/routes/route.ts';

/** Keywords of JSON Schema, except for `$ref` and patterns, of which we ask more than the meta-schema. */
const KEYWORDS =
  'type enum const title description default examples properties required items prefixItems additionalProperties anyOf allOf oneOf not minimum exclusiveMaximum multipleOf minLength maxItems minProperties uniqueItems dependentRequired $defs readOnly if contains x-mark'.split(
    ' ',
  );

const { value } = fc.letrec<{ value: unknown; schema: unknown }>((tie) => ({
  schema: fc.dictionary(fc.constantFrom(...KEYWORDS), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('string', 'object', 'objekt', '', 0, 1, 1.5, -1, true, null),
    fc.array(fc.constantFrom('string', 'null', 'a', 5), { maxLength: 2 }),
    tie('schema'),
    fc.array(tie('schema'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { maxKeys: 2, noNullPrototype: true }),
  ),
}));

test('a JSON Schema is accepted exactly if the meta-schema accepts it', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const seen = { valid: 0, invalid: 0 };
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...KEYWORDS), value, { noNullPrototype: true }), (schema) => {
      const isValid = ajv.validateSchema(schema) === true;
      seen[isValid ? 'valid' : 'invalid'] += 1;
      expect(checkJsonSchema(schema).length === 0).toBe(isValid);
    }),
    { numRuns: 2000 },
  );
  expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(50);
});

const message = fc.record({
  role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
  content: fc.constantFrom('', 'Hi', '{text}', '{txt}', '{{txt}}', '{"a": 1}'),
});
const tool = fc.record({
  name: fc.constantFrom('search', 'order', 'a b'),
  parameters: fc.constantFrom({}, { type: 'object' }, { type: 'x' }, []),
});
const given = fc.record(
  {
    messages: fc.oneof(fc.array(message, { maxLength: 3 }), fc.jsonValue()),
    tools: fc.oneof(fc.array(tool, { maxLength: 2 }), fc.jsonValue()),
    answer: fc.oneof(fc.constantFrom({}, { type: 'object' }, { properties: { a: 5 } }), fc.jsonValue()),
  },
  { requiredKeys: [] },
);

test('workflow and service accept the same values, and say the same of others', () => {
  const schema = configSchema({
    messages: chatMessages({ variables: ['text'] }).default([]),
    tools: tools({ names: ['search', 'order'] }).default([]),
    answer: outputSchema().default({}),
  });
  const [described] = describeRoutes({ x: route('/x', { config: schema }, () => null) });
  if (described === undefined) throw new Error('no route was described');
  fc.assert(
    fc.property(given, (values) => {
      const there = schema.safeParse(values).error?.issues ?? [];
      const here = checkParameters([described], values, []);
      const toLine = (path: readonly PropertyKey[], msg: string) => `${path.map(String).join('/')}: ${msg}`;
      expect(new Set(here.map(({ loc, msg }) => toLine(loc, msg)))).toEqual(
        new Set(there.map(({ path, message: msg }) => toLine(path, msg))),
      );
    }),
    { numRuns: 500 },
  );
});

test('two values are alike exactly if no part differs', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const [before, after] = [one, other].map((each): unknown => JSON.parse(JSON.stringify(each)));
      expect(diffValues(before, before)).toEqual([]);
      const isAlike = JSON.stringify(sorted(before)) === JSON.stringify(sorted(after));
      expect(diffValues(before, after).length === 0).toBe(isAlike);
    }),
  );
});

test('the parts of two lists of messages turn one into the other', () => {
  const messages = fc.array(message, { maxLength: 5 });
  fc.assert(
    fc.property(messages, messages, (before, after) => {
      const parts = diffValues(before, after);
      const gone = parts.filter(({ kind }) => kind === 'removed').length;
      const fresh = parts.filter(({ kind }) => kind === 'added').length;
      expect(before.length - gone + fresh).toBe(after.length);
      for (const one of parts.filter(({ kind }) => kind !== 'removed')) {
        const keys = one.part.split('/').slice(1);
        const found = keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], after);
        expect(found).toEqual(one.after);
      }
    }),
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}
