import { expect, test } from 'vitest';
import { readConversation } from '../../../../src/playground/traces/trace.ts';

const text = (content: string) => ({ kind: 'text', name: '', text: content });
const message = (role: string, parts: unknown[], more: object = {}) => ({
  role,
  parts,
  isAnswer: false,
  finish: '',
  ...more,
});

test('a span without messages has no conversation', () => {
  expect(readConversation({})).toEqual([]);
  expect(readConversation({ 'gen_ai.request.model': 'm', 'gen_ai.input.messages': '[]' })).toEqual([]);
});

test('instructions, messages, tool calls and their results come in their order', () => {
  const input = [
    { role: 'user', parts: [{ type: 'text', content: 'Weather?' }] },
    { role: 'assistant', parts: [{ type: 'tool_call', id: '1', name: 'weather', arguments: { city: 'Bonn' } }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: '1', response: 'rain' }] },
  ];
  const answered = [
    { type: 'reasoning', content: 'It rains.' },
    { type: 'text', content: 'Take a coat.' },
  ];
  const attributes = {
    // Lists are JSON texts in some spans, and lists in others.
    'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: 'Be brief.' }]),
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': [{ role: 'assistant', parts: answered, finish_reason: 'stop' }],
  };
  expect(readConversation(attributes)).toEqual([
    message('system', [text('Be brief.')]),
    message('user', [text('Weather?')]),
    message('assistant', [{ kind: 'tool call', name: 'weather', text: '{\n  "city": "Bonn"\n}' }]),
    message('tool', [{ kind: 'tool result', name: '', text: 'rain' }]),
    message('assistant', [{ kind: 'reasoning', name: '', text: 'It rains.' }, text('Take a coat.')], {
      isAnswer: true,
      finish: 'stop',
    }),
  ]);
});

test.each<[string, object, object[]]>([
  ['instructions alone', { 'gen_ai.system_instructions': ['Be kind.'] }, [message('system', [text('Be kind.')])]],
  ['empty instructions', { 'gen_ai.system_instructions': [] }, []],
  [
    'messages without a role',
    { 'gen_ai.input.messages': [{ content: 'Hello' }, 'bare'], 'gen_ai.output.messages': [{ parts: ['Hi'] }] },
    [
      message('user', [text('Hello')]),
      message('user', [text('bare')]),
      message('assistant', [text('Hi')], { isAnswer: true }),
    ],
  ],
  [
    'a role of its own and a content of another kind',
    { 'gen_ai.output.messages': [{ role: 'model', content: { a: 1 } }] },
    [message('model', [text('{\n  "a": 1\n}')], { isAnswer: true })],
  ],
  ['a message without parts', { 'gen_ai.input.messages': [{ role: 'tool', parts: [] }] }, [message('tool', [])]],
  ['one message instead of a list', { 'gen_ai.input.messages': '{"content":"one"}' }, [message('user', [text('one')])]],
  ['a text that is not JSON', { 'gen_ai.input.messages': 'not JSON' }, [message('user', [text('not JSON')])]],
  ['a number', { 'gen_ai.input.messages': [7] }, [message('user', [text('7')])]],
])('%s is read as it is meant', (_, attributes, messages) => {
  expect(readConversation({ ...attributes })).toEqual(messages);
});

test.each<[unknown, object]>([
  ['plain', text('plain')],
  [{ type: 'text', content: 'a' }, text('a')],
  [{ type: 'text' }, text('')],
  [
    { type: 'reasoning', content: { a: 1 } },
    { kind: 'reasoning', name: '', text: '{\n  "a": 1\n}' },
  ],
  [
    { type: 'tool_call', name: 3 },
    { kind: 'tool call', name: '', text: '' },
  ],
  [
    { type: 'tool_call_response', response: 'r', result: 's' },
    { kind: 'tool result', name: '', text: 'r' },
  ],
  [
    { type: 'tool_call_response', name: 'look', result: 's' },
    { kind: 'tool result', name: 'look', text: 's' },
  ],
  [
    { type: 'image', content: 'c' },
    { kind: 'other', name: 'image', text: 'c' },
  ],
  [
    { type: 'image', url: 'u' },
    { kind: 'other', name: 'image', text: '{\n  "url": "u"\n}' },
  ],
  [{ url: 'u' }, { kind: 'other', name: 'part', text: '{\n  "url": "u"\n}' }],
])('the part %j is read as %j', (part, read) => {
  const [first] = readConversation({ 'gen_ai.input.messages': [{ role: 'user', parts: [part] }] });
  expect(first?.parts).toEqual([read]);
});

test('messages as attributes of their own are read up to a gap, as older libraries write them', () => {
  const attributes = {
    'gen_ai.prompt.0.content': 'Hi',
    'gen_ai.prompt.1.role': 'system',
    'gen_ai.prompt.3.content': 'after a gap',
    'gen_ai.completion.0.content': 'Ho',
    'gen_ai.completion.0.finish_reason': 'stop',
  };
  expect(readConversation(attributes)).toEqual([
    message('user', [text('Hi')]),
    message('system', [text('')]),
    message('assistant', [text('Ho')], { isAnswer: true, finish: 'stop' }),
  ]);
});

test('a call of a tool is a conversation of its arguments and its result', () => {
  const called = message('assistant', [{ kind: 'tool call', name: 'weather', text: '{"city":"Bonn"}' }]);
  const answered = (name: string, result: string) =>
    message('tool', [{ kind: 'tool result', name, text: result }], { isAnswer: true });
  const attributes = { 'gen_ai.tool.name': 'weather', 'gen_ai.tool.call.arguments': '{"city":"Bonn"}' };
  expect(readConversation(attributes)).toEqual([called]);
  expect(readConversation({ ...attributes, 'gen_ai.tool.call.result': { sky: 'grey' } })).toEqual([
    called,
    answered('weather', '{\n  "sky": "grey"\n}'),
  ]);
  expect(readConversation({ 'gen_ai.tool.call.result': 'x' })).toEqual([answered('', 'x')]);
});
