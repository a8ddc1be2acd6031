import { expect, test } from 'vitest';
import { readConversation } from '../../../../src/playground/traces/conversation.ts';

const text = (content: string) => ({ kind: 'text', name: '', text: content });
const message = (role: string, parts: unknown[], more: object = {}) => ({
  role,
  parts,
  isAnswer: false,
  finish: '',
  ...more,
});

test('a span without messages has none', () => {
  expect(readConversation({})).toEqual([]);
  expect(readConversation({ 'gen_ai.request.model': 'm', 'gen_ai.input.messages': '[]' })).toEqual([]);
});

test('instructions alone are a message, and no instructions are none', () => {
  const instructions = { 'gen_ai.system_instructions': [{ type: 'text', content: 'Be brief.' }] };
  expect(readConversation(instructions)).toEqual([message('system', [text('Be brief.')])]);
  expect(readConversation({ 'gen_ai.system_instructions': [], 'gen_ai.input.messages': [{ content: 'Hi' }] })).toEqual([
    message('user', [text('Hi')]),
  ]);
});

test('instructions, messages, tool calls and their results come in their order', () => {
  const input = [
    { role: 'user', parts: [{ type: 'text', content: 'Weather?' }] },
    { role: 'assistant', parts: [{ type: 'tool_call', id: '1', name: 'weather', arguments: { city: 'Bonn' } }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: '1', response: 'rain' }] },
  ];
  const output = [
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', content: 'It rains.' },
        { type: 'text', content: 'Take a coat.' },
      ],
      finish_reason: 'stop',
    },
  ];
  const attributes = {
    'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: 'Be brief.' }]),
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': output,
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

test('what does not follow the conventions is shown as it is', () => {
  const part = { type: 'image', url: 'x' };
  const attributes = {
    'gen_ai.system_instructions': 'Be brief.',
    'gen_ai.input.messages': JSON.stringify([{ parts: [part, 'words', { type: 'blob', content: 'y' }, { a: 1 }] }, 7]),
    'gen_ai.output.messages': JSON.stringify({ content: 'one' }),
  };
  expect(readConversation(attributes)).toEqual([
    message('system', [text('Be brief.')]),
    message('user', [
      { kind: 'other', name: 'image', text: '{\n  "url": "x"\n}' },
      text('words'),
      { kind: 'other', name: 'blob', text: 'y' },
      { kind: 'other', name: 'part', text: '{\n  "a": 1\n}' },
    ]),
    message('user', [text('7')]),
    message('assistant', [text('one')], { isAnswer: true }),
  ]);
});

test('messages as attributes of their own are read, as older libraries write them', () => {
  const attributes = {
    'gen_ai.prompt.0.role': 'system',
    'gen_ai.prompt.0.content': 'Be brief.',
    'gen_ai.prompt.1.content': 'Hi',
    'gen_ai.completion.0.content': 'Ho',
    'gen_ai.completion.0.finish_reason': 'stop',
    'gen_ai.completion.2.content': 'lost',
  };
  expect(readConversation(attributes)).toEqual([
    message('system', [text('Be brief.')]),
    message('user', [text('Hi')]),
    message('assistant', [text('Ho')], { isAnswer: true, finish: 'stop' }),
  ]);
});

test('a call of a tool shows its arguments and its result', () => {
  const called = message('assistant', [{ kind: 'tool call', name: 'weather', text: '{"city":"Bonn"}' }]);
  const attributes = { 'gen_ai.tool.name': 'weather', 'gen_ai.tool.call.arguments': '{"city":"Bonn"}' };
  expect(readConversation(attributes)).toEqual([called]);
  expect(readConversation({ ...attributes, 'gen_ai.tool.call.result': { sky: 'grey' } })).toEqual([
    called,
    message('tool', [{ kind: 'tool result', name: 'weather', text: '{\n  "sky": "grey"\n}' }], { isAnswer: true }),
  ]);
});

const partOf = (part: object) => {
  const [message] = readConversation({ 'gen_ai.input.messages': [{ role: 'user', parts: [part] }] });
  return message?.parts[0];
};

test.each<[object | string, object]>([
  ['plain', { kind: 'text', name: '', text: 'plain' }],
  [
    { type: 'text', content: 'a' },
    { kind: 'text', name: '', text: 'a' },
  ],
  [{ type: 'text' }, { kind: 'text', name: '', text: '' }],
  [
    { type: 'reasoning', content: { a: 1 } },
    { kind: 'reasoning', name: '', text: '{\n  "a": 1\n}' },
  ],
  [
    { type: 'tool_call', name: 'look', arguments: { a: 1 } },
    { kind: 'tool call', name: 'look', text: '{\n  "a": 1\n}' },
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
  expect(partOf(part as object)).toEqual(read);
});

const texts = (content: string) => [{ kind: 'text', name: '', text: content }];

test('messages have a role and an end, where nobody says, the usual ones', () => {
  expect(
    readConversation({
      'gen_ai.system_instructions': '[{"type":"text","content":"Be kind."}]',
      'gen_ai.input.messages': JSON.stringify([{ content: 'Hello' }, { role: 'tool', parts: [] }, 'bare']),
      'gen_ai.output.messages': [
        { parts: ['Hi'], finish_reason: 'stop' },
        { role: 'model', content: { a: 1 } },
      ],
    }),
  ).toEqual([
    { role: 'system', parts: texts('Be kind.'), isAnswer: false, finish: '' },
    { role: 'user', parts: texts('Hello'), isAnswer: false, finish: '' },
    { role: 'tool', parts: [], isAnswer: false, finish: '' },
    { role: 'user', parts: texts('bare'), isAnswer: false, finish: '' },
    { role: 'assistant', parts: texts('Hi'), isAnswer: true, finish: 'stop' },
    { role: 'model', parts: texts('{\n  "a": 1\n}'), isAnswer: true, finish: '' },
  ]);
});

test('older attributes name each message by its index', () => {
  expect(
    readConversation({
      'gen_ai.prompt.0.content': 'Hello',
      'gen_ai.prompt.1.role': 'system',
      'gen_ai.prompt.3.content': 'after a gap',
      'gen_ai.completion.0.content': 'Hi',
      'gen_ai.completion.0.finish_reason': 'stop',
    }),
  ).toEqual([
    { role: 'user', parts: texts('Hello'), isAnswer: false, finish: '' },
    { role: 'system', parts: texts(''), isAnswer: false, finish: '' },
    { role: 'assistant', parts: texts('Hi'), isAnswer: true, finish: 'stop' },
  ]);
});

test('the call of a tool is a conversation, too', () => {
  const call = { kind: 'tool call', name: 'look', text: '{"a":1}' };
  const result = { kind: 'tool result', name: 'look', text: '[\n  1\n]' };
  const asked = { role: 'assistant', parts: [call], isAnswer: false, finish: '' };
  const attributes = { 'gen_ai.tool.name': 'look', 'gen_ai.tool.call.arguments': '{"a":1}' };
  expect(readConversation(attributes)).toEqual([asked]);
  expect(readConversation({ ...attributes, 'gen_ai.tool.call.result': [1] })).toEqual([
    asked,
    { role: 'tool', parts: [result], isAnswer: true, finish: '' },
  ]);
  expect(readConversation({ 'gen_ai.tool.call.result': 'x' })).toEqual([
    { role: 'tool', parts: [{ kind: 'tool result', name: '', text: 'x' }], isAnswer: true, finish: '' },
  ]);
  expect(readConversation({})).toEqual([]);
});

test.each([
  ['not JSON', 'not JSON'],
  ['{"content":"one"}', 'one'],
])('the messages %j, which are no list, are one', (value, content) => {
  expect(readConversation({ 'gen_ai.input.messages': value })[0]?.parts).toEqual(texts(content));
});
