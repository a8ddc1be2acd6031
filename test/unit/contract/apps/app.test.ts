import { expect, test } from 'vitest';
import { CreateApp } from '../../../../src/contract/apps/app.ts';
import { messagesOf } from '../../../helpers/messages-of.ts';

const LETTERS = 'app_name: Use letters, digits, "-" and "_" in an app name';

test.each([
  ['Support_bot-1', null],
  ['a'.repeat(100), null],
  ['a'.repeat(101), ['app_name: Too big: expected string to have <=100 characters']],
  ['', [LETTERS]],
  ['a b', [LETTERS]],
  ['a\n', [LETTERS]],
])('the app name %j has the problems %j', (app_name, problems) => {
  expect(messagesOf(CreateApp, { app_name })).toEqual(problems);
});
