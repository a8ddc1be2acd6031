import { expect, test } from 'vitest';
import {
  checkStructured,
  readStructuredKind,
  type StructuredKind,
  toStructuredSchema,
} from '../../../../../src/contract/deployments/kinds/structured-kind.ts';

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

test('the schema of a kind describes its values', () => {
  const text = { type: 'string' };
  const message = {
    type: 'object',
    properties: { role: { ...text, enum: ['system', 'user', 'assistant'] }, content: text },
    required: ['role', 'content'],
    additionalProperties: false,
  };
  const tool = {
    type: 'object',
    properties: {
      name: text,
      description: text,
      parameters: { type: 'object', additionalProperties: true },
      strict: { type: 'boolean' },
    },
    required: ['name', 'parameters'],
    additionalProperties: false,
  };
  const kindsWritten = [kinds[0], kinds[4], kinds[5]].map((kind) => kind && toStructuredSchema(kind));
  expect(kindsWritten).toEqual([
    { type: 'array', items: message, 'x-parameter': 'chat_messages', 'x-wf': true },
    { type: 'array', items: tool, 'x-parameter': 'tools', 'x-wf': true, 'x-tool-names': ['search'] },
    { type: 'object', additionalProperties: true, 'x-parameter': 'output_schema', 'x-wf': true },
  ]);
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
