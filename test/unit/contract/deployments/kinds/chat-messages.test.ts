import { expect, test } from 'vitest';
import { checkChatMessages } from '../../../../../src/contract/deployments/kinds/chat-messages.ts';

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
