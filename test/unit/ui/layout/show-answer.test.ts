import { expect, test } from 'vitest';
import { type Answer, showAnswer } from '../../../../src/ui/layout/show-answer.ts';

test.each<[string, Answer, ReturnType<typeof showAnswer>]>([
  ['JSON', { kind: 'json', value: { a: [1] } }, { text: '{\n  "a": [\n    1\n  ]\n}', remark: null, isForeign: true }],
  ['text', { kind: 'text', text: 'a\n\nb\n\n' }, { text: 'a\n\nb\n', remark: null, isForeign: true }],
  ['text without a line break at its end', { kind: 'text', text: 'a' }, { text: 'a', remark: null, isForeign: true }],
  [
    'bytes',
    { kind: 'bytes', bytes: new Uint8Array(300) },
    { text: '', remark: 'The answer is 300 bytes of binary data.' },
  ],
])('an answer of %s is shown', (_, answer, shown) => {
  expect(showAnswer(answer)).toEqual(shown);
});
