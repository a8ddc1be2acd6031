import { expect, test } from 'vitest';
import {
  expectedColumn,
  jsonOf,
  readExpected,
  readText,
  toCell,
} from '../../../../../src/evaluation/evaluators/definition/read-answers.ts';

test.each([
  [{}, 'correct_answer'],
  [{ correct_answer_key: null }, 'correct_answer'],
  [{ correct_answer_key: 'answer' }, 'answer'],
  [{ correct_answer_key: 'testcase.answer' }, 'answer'],
  [{ correct_answer_key: 'my.testcase.' }, 'my.testcase.'],
])('with %j, the expected answer is in the column %s', (settings, column) => {
  expect(expectedColumn(settings)).toBe(column);
});

test('an expected answer may be anything but missing', () => {
  expect(readExpected({}, { correct_answer: null })).toEqual({ ok: true, value: null });
  expect(readExpected({}, { correct_answer: '' })).toEqual({ ok: true, value: '' });
  const message =
    'The test set has no column "correct_answer" for the expected answer. Its columns: "text", "toString".';
  for (const row of [{ text: 'a', toString: 'b' }]) {
    expect(readExpected({}, row)).toEqual({
      ok: false,
      result: { type: 'error', value: null, error: { message, stacktrace: null } },
    });
  }
  expect(readExpected({ correct_answer_key: 'valueOf' }, { text: 'a' }).ok).toBe(false);
  expect(readExpected({}, { correct_answer: undefined }).ok).toBe(false);
});

test.each<[unknown, string]>([
  ['a', 'a'],
  ['', ''],
  [0, '0'],
  [false, 'false'],
  [{ content: 'c', data: 'd' }, 'c'],
  [{ content: 1, data: 'd' }, 'd'],
  [{ data: { content: 'e' } }, 'e'],
])('the output %j has the text %j', (output, text) => {
  expect(readText(output)).toEqual({ ok: true, value: text });
});

test.each<[unknown, string]>([
  [null, 'empty'],
  [undefined, 'empty'],
  [['a'], 'a list'],
  [{}, 'an empty object'],
  [{ data: { content: 1 } }, 'an object with data'],
  [Object.fromEntries('abcdefghi'.split('').map((name) => [name, 1])), 'an object with a, b, c, d, e, f, g, h'],
])('the output %j has no text: it is %s', (output, what) => {
  const message = `This evaluator compares text, but the output is ${what}: use field_match_test to compare one field, auto_json_diff to compare all.`;
  expect(readText(output)).toEqual({
    ok: false,
    result: { type: 'error', value: null, error: { message, stacktrace: null } },
  });
});

test.each<[unknown, unknown]>([
  ['{"a":1}', { a: 1 }],
  ['[1]', [1]],
  ['3', 3],
  ['null', null],
  ['{', undefined],
  ['['.repeat(1001), undefined],
  [3, 3],
  [{ content: '{"a":1}', more: 1 }, { a: 1 }],
  [{ content: '3' }, { content: '3' }],
  [{ content: 'plain' }, { content: 'plain' }],
  [{ a: 1 }, { a: 1 }],
  [null, null],
])('the output %j is the JSON %j', (output, json) => {
  expect(jsonOf(output)).toEqual(json);
});

test('a cell is text as it is, and other values with sorted keys', () => {
  expect(['a', 3, null, { b: 1, a: [2] }].map(toCell)).toEqual(['a', '3', 'null', '{"a":[2],"b":1}']);
});
