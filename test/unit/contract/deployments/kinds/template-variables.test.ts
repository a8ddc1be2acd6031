import { expect, test } from 'vitest';
import {
  fillVariables,
  findVariables,
  isVariableName,
} from '../../../../../src/contract/deployments/kinds/template-variables.ts';

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
