import { expect, test } from 'vitest';
import { fillIn } from '../../../../src/evaluation/judges/fill-in.ts';

test.each([
  ['{{a}} {a} {{ a }}', '1 1 1'],
  ['{ a }', '{ a }'],
  ['{b}{{b}}', '{a}{a}'],
  ['{{c}} {c} {toString}', '{{c}} {c} {toString}'],
  ['{"a": 1}', '{"a": 1}'],
  ['{{{a}}}', '{1}'],
  ['{empty}.', '.'],
])('%s becomes %s', (template, text) => {
  expect(fillIn(template, { a: '1', b: '{a}', empty: '' })).toBe(text);
});
