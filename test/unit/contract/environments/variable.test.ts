import { expect, test } from 'vitest';
import { SetVariable, VariableName } from '../../../../src/contract/environments/variable.ts';
import { messagesOf } from '../../../helpers/messages-of.ts';

const LETTERS = 'Use letters, digits and "_" in a variable name, and do not begin with a digit';
const PROCESS = 'This variable controls the process, not the workflow, and cannot be set';

test.each([
  ['OPENAI_API_KEY', null],
  ['_a1', null],
  ['A'.repeat(200), null],
  ['A'.repeat(201), ['Too big: expected string to have <=200 characters']],
  ['1A', [LETTERS]],
  ['A-B', [LETTERS]],
  ['', [LETTERS]],
  ['A\n', [LETTERS]],
  ['NODE_OPTIONS', [PROCESS]],
])('the name %j has the problems %j', (name, problems) => {
  expect(messagesOf(VariableName, name)).toEqual(problems);
});

test.each([
  ['', null],
  ['a\nb', null],
  ['x'.repeat(65_536), null],
  ['x'.repeat(65_537), ['value: Too big: expected string to have <=65536 characters']],
  ['a\0b', ['value: A value must not contain the character U+0000']],
])('a value has the problems %#', (value, problems) => {
  expect(messagesOf(SetVariable, { value })).toEqual(problems);
});
