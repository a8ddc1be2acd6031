import { expect, test } from 'vitest';
import { collectAnswer, joinAnswer } from '../../../../src/sdk/routes/collect-answer.ts';
import { streamOf } from '../../../helpers/evaluation-records.ts';

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
