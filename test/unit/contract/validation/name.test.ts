import { expect, test } from 'vitest';
import { Name } from '../../../../src/contract/validation/name.ts';
import { messagesOf } from '../../../helpers/messages-of.ts';

const CONTROL = 'A name must not contain control characters';

test.each([
  ['a', null],
  ['é 🙂 / "x"', null],
  ['x'.repeat(200), null],
  ['', ['Too small: expected string to have >=1 characters']],
  ['x'.repeat(201), ['Too big: expected string to have <=200 characters']],
  ['a\n', [CONTROL]],
  ['\u0000', [CONTROL]],
  ['\u007f', [CONTROL]],
  ['\u009f', [CONTROL]],
  ['\ud83d', ['A name must not contain half of a surrogate pair']],
])('the name %j has the problems %j', (name, problems) => {
  expect(messagesOf(Name, name)).toEqual(problems);
});
