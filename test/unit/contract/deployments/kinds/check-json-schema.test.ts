import { expect, test } from 'vitest';
import { checkJsonSchema } from '../../../../../src/contract/deployments/kinds/check-json-schema.ts';

function problemsOf(schema: unknown): string[] {
  return checkJsonSchema(schema).map(({ path, msg }) => `/${path.join('/')}: ${msg}`);
}

const STRING = 'Input should be a valid string';
const SCHEMA = 'Input should be a JSON Schema';
const TYPE = 'Input should be "array", "boolean", "integer", "null", "number", "object" or "string"';

test.each<[unknown]>([
  [{}],
  [{ type: 'object', properties: { a: true, b: { type: ['string', 'null'] } }, required: ['a'] }],
  [{ unknown: 5, 'x-mark': null, enum: [], default: undefined, const: null }],
  [{ $defs: { 'a/b': { type: 'string' } }, properties: { a: { $ref: '#/$defs/a~1b' } } }],
  [{ $ref: '#' }],
  [{ items: { $ref: '#/items' } }],
  [{ prefixItems: [{ type: 'string' }], $ref: '#/prefixItems/0' }],
  [{ $ref: 'https://example.com/other.json' }],
  [{ pattern: '^\\p{L}+$', minLength: 0, multipleOf: 0.5 }],
  [{ constructor: 5, toString: 5 }],
])('%j is a schema', (schema) => {
  expect(problemsOf(schema)).toEqual([]);
});

test.each<[unknown, string[]]>([
  [true, ['/: Input should be a valid object']],
  [[], ['/: Input should be a valid object']],
  [{ properties: { a: 5 } }, [`/properties/a: ${SCHEMA}`]],
  [{ properties: [] }, ['/properties: Input should be a valid object']],
  [{ items: [{}] }, [`/items: ${SCHEMA}`]],
  [{ anyOf: [] }, ['/anyOf: Input should have at least 1 item']],
  [{ anyOf: [{ not: 5 }] }, [`/anyOf/0/not: ${SCHEMA}`]],
  [{ allOf: {} }, ['/allOf: Input should be a valid list']],
  [{ type: [] }, ['/type: Input should have at least 1 item']],
  [{ type: ['string', 'string'] }, ['/type/1: "string" stands twice']],
  [{ required: ['a', 'a'] }, ['/required/1: "a" stands twice']],
  [{ required: true }, ['/required: Input should be a valid list']],
  [{ required: [5] }, [`/required/0: ${STRING}`]],
  [{ dependentRequired: { a: [5] } }, [`/dependentRequired/a/0: ${STRING}`]],
  [{ minimum: '5' }, ['/minimum: Input should be a valid number']],
  [{ maxItems: 1.5 }, ['/maxItems: Input should be a valid integer']],
  [{ maxItems: -1 }, ['/maxItems: Input should be greater than or equal to 0']],
  [{ multipleOf: 0 }, ['/multipleOf: Input should be greater than 0']],
  [{ multipleOf: '1' }, ['/multipleOf: Input should be a valid number']],
  [{ title: 5 }, [`/title: ${STRING}`]],
  [{ enum: 'a' }, ['/enum: Input should be a valid list']],
  [{ uniqueItems: 1 }, ['/uniqueItems: Input should be a valid boolean']],
  [{ pattern: '(' }, ['/pattern: "(" is not a regular expression']],
  [{ pattern: 5 }, [`/pattern: ${STRING}`]],
  [
    { patternProperties: { '(': { type: 'x' } } },
    ['/patternProperties: "(" is not a regular expression', `/patternProperties/(/type: ${TYPE}`],
  ],
  [{ type: 'x' }, [`/type: ${TYPE}`]],
  [{ $ref: 5 }, [`/$ref: ${STRING}`]],
  [{ $ref: '#/$defs/a' }, ['/$ref: The schema has nothing at "#/$defs/a"']],
])('%j is refused', (schema, problems) => {
  expect(problemsOf(schema)).toEqual(problems);
});

test.each([
  ['', true],
  ['/a', true],
  ['/a/b~1c', true],
  ['/a/b~1c/0/d', true],
  ['/m~0n', true],
  ['/x%20y', true],
  ['/100%', true],
  ['/a/b', false],
  ['/a/b~1c/1', false],
  ['/a/b~1c/0/d/e', false],
  ['/toString', false],
])('a reference to #%s leads somewhere: %s', (pointer, isThere) => {
  const schema = { a: { 'b/c': [{ d: null }] }, 'm~n': 1, 'x y': 2, '100%': 3, $ref: `#${pointer}` };
  expect(problemsOf(schema)).toEqual(isThere ? [] : [`/$ref: The schema has nothing at "#${pointer}"`]);
});

test('every type of JSON Schema is known', () => {
  const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
  expect(problemsOf({ type: types })).toEqual([]);
});

test.each<[string, unknown, string]>([
  [
    'additionalProperties items contains not if then else propertyNames unevaluatedItems unevaluatedProperties contentSchema',
    5,
    SCHEMA,
  ],
  ['allOf anyOf oneOf prefixItems enum examples required', 5, 'Input should be a valid list'],
  [
    'properties $defs definitions dependentSchemas patternProperties dependentRequired',
    5,
    'Input should be a valid object',
  ],
  ['minimum maximum exclusiveMinimum exclusiveMaximum multipleOf', true, 'Input should be a valid number'],
  [
    'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains',
    true,
    'Input should be a valid integer',
  ],
  [
    'title description $id $schema $comment $anchor $dynamicRef $dynamicAnchor format contentEncoding contentMediaType',
    5,
    STRING,
  ],
  ['pattern $ref', 5, STRING],
  ['uniqueItems deprecated readOnly writeOnly', 5, 'Input should be a valid boolean'],
])('the values of %s are checked', (keywords, value, problem) => {
  for (const keyword of keywords.split(' ')) {
    expect(problemsOf({ [keyword]: value })).toEqual([`/${keyword}: ${problem}`]);
  }
});

test('an issue has the type of a 422, and numbers have a limit', () => {
  expect(checkJsonSchema(5)).toEqual([{ path: [], msg: 'Input should be a valid object', type: 'object_type' }]);
  expect(checkJsonSchema({ type: 5, items: 5, minLength: 0, maxLength: -1 })).toEqual([
    { path: ['type'], msg: TYPE, type: 'enum' },
    { path: ['items'], msg: SCHEMA, type: 'schema_type' },
    { path: ['maxLength'], msg: 'Input should be greater than or equal to 0', type: 'value_error' },
  ]);
});

test('a schema that is nested too deep is refused, and does not overflow the stack', () => {
  const deep: unknown = JSON.parse(`${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_000)}`);
  const [problem, ...others] = problemsOf(deep);
  expect(problem).toMatch(/: Nested more than 200 levels deep$/);
  expect(others).toEqual([]);
});
