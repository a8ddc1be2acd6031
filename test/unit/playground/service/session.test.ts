import { expect, test } from 'vitest';
import { takeCode } from '../../../../src/playground/service/session.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';

test.each([
  ['#code=a-b_1', 'a-b_1', '#/'],
  ['#code=a/b', null, '#code=a/b'],
  ['#code=', null, '#code='],
  ['#/apps/code=a', null, '#/apps/code=a'],
  ['', null, ''],
])('of the address %j the code is %j, and %j stays', (hash, code, rest) => {
  using browser = fakeBrowser({ hash });
  expect(takeCode()).toBe(code);
  expect(browser.location.hash).toBe(rest);
});
