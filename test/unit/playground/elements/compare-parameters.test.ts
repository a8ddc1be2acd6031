import { expect, test } from 'vitest';
import { compareParameters } from '../../../../src/playground/elements/diff-view.tsx';

test('texts are compared word by word', () => {
  expect(compareParameters({ prompt: 'Say it in ten words' }, { prompt: 'Say it in two words' })).toEqual([
    {
      name: 'prompt',
      parts: [
        { text: 'Say it in ', side: 'both' },
        { text: 'ten', side: 'before' },
        { text: 'two', side: 'after' },
        { text: ' words', side: 'both' },
      ],
    },
  ]);
});

test.each([
  [{ a: 1 }, { a: 2 }, '1', '2'],
  [{ a: true }, { a: false }, 'true', 'false'],
  [{ a: 1 }, { a: '1' }, '1', '1'],
])('%j against %j is the one, then the other', (before, after, old, fresh) => {
  const parts = [
    { text: old, side: 'before' },
    { text: fresh, side: 'after' },
  ];
  expect(compareParameters(before, after)).toEqual([{ name: 'a', parts }]);
});

test('a value that is set on one side only is one part', () => {
  expect(compareParameters({}, { a: 0 })).toEqual([{ name: 'a', parts: [{ text: '0', side: 'after' }] }]);
  expect(compareParameters({ a: 'x' }, {})).toEqual([{ name: 'a', parts: [{ text: 'x', side: 'before' }] }]);
});

test('equal values are left out', () => {
  expect(compareParameters({ a: 1, b: 'x' }, { b: 'x', a: 1 })).toEqual([]);
});

test('lists and objects are compared part by part', () => {
  const messages = (content: string) => [
    { role: 'system', content: 'Be kind' },
    { role: 'user', content },
  ];
  expect(compareParameters({ messages: messages('one text') }, { messages: messages('two texts') })).toEqual([
    {
      name: 'messages/1/content',
      parts: [
        { text: 'one', side: 'before' },
        { text: 'two', side: 'after' },
        { text: ' ', side: 'both' },
        { text: 'text', side: 'before' },
        { text: 'texts', side: 'after' },
      ],
    },
  ]);
});
