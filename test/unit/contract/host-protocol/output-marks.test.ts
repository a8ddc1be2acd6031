import { expect, test } from 'vitest';
import { markLine, readMark } from '../../../../src/contract/host-protocol/output-marks.ts';

test.each([
  ['a plain line', 'hello', null, 'hello'],
  ['an empty line', '', null, ''],
  ['a marked line', markLine('3f', 'hello'), '3f', 'hello'],
  ['a marked empty line', markLine('1', ''), '1', ''],
  ['a line that begins with the sign', '\u001Ehello', null, '\u001Ehello'],
  ['an empty mark', '\u001E\u001Ehello', null, '\u001E\u001Ehello'],
  ['the longest mark', markLine('a'.repeat(16), 'x'), 'a'.repeat(16), 'x'],
  ['a mark that is too long', markLine('a'.repeat(17), 'x'), null, markLine('a'.repeat(17), 'x')],
])('%s is split into mark and text', (_what, line, mark, text) => {
  expect(readMark(line)).toEqual({ mark, text });
});
