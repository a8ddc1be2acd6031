import { expect, test } from 'vitest';
import {
  checkChatMessages,
  fillVariables,
  findVariables,
  isVariableName,
} from '../../../../../src/contract/deployments/kinds/chat-messages.ts';
import {
  checkStructured,
  readStructuredKind,
  type StructuredKind,
  toStructuredSchema,
} from '../../../../../src/contract/deployments/kinds/structured-kind.ts';
import { checkTools } from '../../../../../src/contract/deployments/kinds/tool-definitions.ts';

const kinds: StructuredKind[] = [
  { kind: 'chat_messages', variables: null },
  { kind: 'chat_messages', variables: [] },
  { kind: 'chat_messages', variables: ['text'] },
  { kind: 'tools', names: null },
  { kind: 'tools', names: ['search'] },
  { kind: 'output_schema' },
];

test.each(kinds)('%j is read from the schema that it writes, which marks it as ours', (kind) => {
  const schema: unknown = JSON.parse(JSON.stringify(toStructuredSchema(kind)));
  expect(schema).toMatchObject({ 'x-wf': true, type: kind.kind === 'output_schema' ? 'object' : 'array' });
  expect(readStructuredKind(schema as Record<string, unknown>)).toEqual(kind);
});

test.each([[{}], [{ 'x-parameter': 'text' }], [{ 'x-parameter': 'messages' }], [{ 'x-parameter': 5 }]])(
  '%j is not a kind of ours',
  (schema) => {
    expect(readStructuredKind(schema)).toBeNull();
  },
);

test('names that an author of a schema did not write as a list of texts are ignored', () => {
  expect(readStructuredKind({ 'x-parameter': 'tools', 'x-tool-names': 'search' })).toEqual({
    kind: 'tools',
    names: null,
  });
  expect(readStructuredKind({ 'x-parameter': 'chat_messages', 'x-variables': ['a', 5] })).toEqual({
    kind: 'chat_messages',
    variables: ['a'],
  });
});

test('at most a hundred problems are listed', () => {
  const many = Array.from({ length: 200 }, () => 5);
  expect(checkStructured({ kind: 'chat_messages', variables: null }, many)).toHaveLength(100);
  expect(checkStructured({ kind: 'tools', names: null }, many)).toHaveLength(100);
  expect(checkStructured({ kind: 'output_schema' }, { anyOf: many })).toHaveLength(100);
});

const user = (content: unknown) => [{ role: 'user', content }];

test('roles and texts are accepted, and an empty list', () => {
  const messages = ['system', 'user', 'assistant'].map((role) => ({ role, content: '{text}' }));
  expect(checkChatMessages(messages, ['text'])).toEqual([]);
  expect(checkChatMessages([], [])).toEqual([]);
});

test('texts that are not templates may have any braces', () => {
  expect(checkChatMessages(user('{anything}'), null)).toEqual([]);
});

test.each<[unknown, unknown]>([
  ['text', { path: [], msg: 'Input should be a valid list', type: 'array_type' }],
  [{}, { path: [], msg: 'Input should be a valid list', type: 'array_type' }],
  [['text'], { path: [0], msg: 'Input should be a valid object', type: 'object_type' }],
  [[null], { path: [0], msg: 'Input should be a valid object', type: 'object_type' }],
  [[{ role: 'user' }], { path: [0, 'content'], msg: 'Field required', type: 'missing' }],
  [[{ content: '' }], { path: [0, 'role'], msg: 'Field required', type: 'missing' }],
  [
    [{ role: 'tool', content: '' }],
    { path: [0, 'role'], msg: 'Input should be "system", "user" or "assistant"', type: 'enum' },
  ],
  [user(5), { path: [0, 'content'], msg: 'Input should be a valid string', type: 'string_type' }],
  [
    [...user(''), { role: 'user', content: '', name: 'Ada' }],
    { path: [1, 'name'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
  ],
  [user('{txt}'), { path: [0, 'content'], msg: 'Unknown variable {txt}. Did you mean {text}?', type: 'value_error' }],
  [
    user('{customer_name}'),
    {
      path: [0, 'content'],
      msg: 'Unknown variable {customer_name}. Variables: {text}. Write {{customer_name}} for the text in braces.',
      type: 'value_error',
    },
  ],
])('%j is refused', (value, issue) => {
  expect(checkChatMessages(value, ['text'])).toEqual([issue]);
});

test('a field without variables says so', () => {
  expect(checkChatMessages(user('{x}'), []).map(({ msg }) => msg)).toEqual([
    'Unknown variable {x}. This field has no variables. Write {{x}} for the text in braces.',
  ]);
});

const search = { name: 'search', parameters: { type: 'object' } };

test('a tool has a name and a schema, and may have a description and be strict', () => {
  expect(checkTools([], ['search'])).toEqual([]);
  expect(checkTools([search], ['search'])).toEqual([]);
  expect(checkTools([{ ...search, description: 'Searches.', strict: true }], null)).toEqual([]);
  expect(checkTools([{ ...search, name: 'a-B_9'.padEnd(64, 'x') }], null)).toEqual([]);
});

test.each<[unknown, unknown]>([
  ['search', { path: [], msg: 'Input should be a valid list', type: 'array_type' }],
  [[5], { path: [0], msg: 'Input should be a valid object', type: 'object_type' }],
  [[{ name: 'search' }], { path: [0, 'parameters'], msg: 'Field required', type: 'missing' }],
  [[{ parameters: {} }], { path: [0, 'name'], msg: 'Field required', type: 'missing' }],
  [[{ ...search, name: 5 }], { path: [0, 'name'], msg: 'Input should be a valid string', type: 'string_type' }],
  [
    [{ ...search, name: 'a b' }],
    {
      path: [0, 'name'],
      msg: 'The name of a tool has 1 to 64 letters, digits, "_" and "-"',
      type: 'value_error',
    },
  ],
  [
    [{ ...search, name: 'serch' }],
    { path: [0, 'name'], msg: 'The code has no tool "serch". Did you mean search?', type: 'value_error' },
  ],
  [
    [{ ...search, name: 'weather' }],
    { path: [0, 'name'], msg: 'The code has no tool "weather". Tools: search, order.', type: 'value_error' },
  ],
  [
    [{ ...search, description: 1 }],
    { path: [0, 'description'], msg: 'Input should be a valid string', type: 'string_type' },
  ],
  [
    [{ ...search, strict: 'yes' }],
    { path: [0, 'strict'], msg: 'Input should be a valid boolean', type: 'boolean_type' },
  ],
  [
    [{ ...search, parameters: [] }],
    { path: [0, 'parameters'], msg: 'Input should be a valid object', type: 'object_type' },
  ],
  [
    [{ ...search, parameters: { properties: { q: { type: 5 } } } }],
    {
      path: [0, 'parameters', 'properties', 'q', 'type'],
      msg: 'Input should be "array", "boolean", "integer", "null", "number", "object" or "string"',
      type: 'enum',
    },
  ],
  [
    [{ ...search, type: 'function' }],
    { path: [0, 'type'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
  ],
  [[search, search], { path: [1, 'name'], msg: '"search" is the name of an earlier tool', type: 'value_error' }],
])('%j is refused', (value, issue) => {
  expect(checkTools(value, ['search', 'order'])).toEqual([issue]);
});

test('code without tools says so', () => {
  expect(checkTools([search], []).map(({ msg }) => msg)).toEqual(['The code has no tool "search". Tools: none.']);
});

test('the name of a tool has at most 64 characters', () => {
  expect(checkTools([{ ...search, name: 'x'.repeat(65) }], null)).toHaveLength(1);
  expect(checkTools([{ ...search, name: '' }], null)).toHaveLength(1);
});

test.each([
  ['plain', []],
  ['{text}', ['text']],
  ['{a}{b} {a}', ['a', 'b']],
  ['{_a1} {A_b}', ['_a1', 'A_b']],
  ['{{text}}', []],
  ['{{{text}}}', []],
  ['{{a}} {b}', ['b']],
  ['{ text } {} {1a} {a-b} {"a": {"b": 1}} {é}', []],
  ['{a}}', ['a']],
])('the variables of %j are %j', (text, names) => {
  expect(findVariables(text)).toEqual(names);
});

test.each([
  ['{a} and {b}', 'A and B'],
  ['{{a}} is {a}', '{a} is A'],
  ['{"a": {"b": 1}}', '{"a": {"b": 1}}'],
  ['{{{a}}}', '{{a}}'],
])('%j becomes %j', (text, filled) => {
  expect(fillVariables(text, (name) => name.toUpperCase())).toBe(filled);
});

test('a value is not read as a template, nor as a replacement pattern', () => {
  expect(fillVariables('{a}', () => "{b} $& $1 $'")).toBe("{b} $& $1 $'");
});

test.each([
  ['text', true],
  ['_a1', true],
  ['', false],
  ['1a', false],
  ['a b', false],
  ['a\n', false],
])('%j as the name of a variable: %s', (name, isName) => {
  expect(isVariableName(name)).toBe(isName);
});
