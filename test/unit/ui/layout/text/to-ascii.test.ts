import { expect, test } from 'vitest';
import { hasUnicode, toAscii } from '../../../../../src/ui/layout/text/to-ascii.ts';

test.each([
  ['✓ finished', '+ finished'],
  ['█████▒▒▒▒··', '#####====..'],
  ['├─●─┤ │', '|-*-| |'],
  ['words 5 → 8, prompt “Sum…”', 'words 5 > 8, prompt "Sum~"'],
  ['int ≥ 1', 'int >= 1'],
  ['⠋ Bundling', '* Bundling'],
  ['▁▂▃▄▅▆▇█', '_.,-=+*#'],
  ['█▒░·', '#=..'],
  ['─│├┤┼●', '-|||+*'],
  ['↑↓→', '^v>'],
  ['−–—“”…', '--—""~'],
  ['✓✗≥≤×', '+x>=<=×'],
  ['提示词 für 🚀', '提示词 für 🚀'],
])('%s is shown as %s', (text, shown) => {
  expect(toAscii(text)).toBe(shown);
});

test.each([
  [{}, true],
  [{ LANG: 'C.UTF-8' }, true],
  [{ LANG: 'de_DE.utf8' }, true],
  [{ LANG: 'C' }, false],
  [{ LC_ALL: 'POSIX', LANG: 'en_GB.UTF-8' }, false],
  [{ LC_ALL: '', LC_CTYPE: 'en_GB.UTF-8', LANG: 'C' }, true],
  [{ LANG: 'en_US.ISO-8859-1' }, false],
  [{ LANG: 'C.UTF-8', TERM: 'linux' }, false],
])('with %j a terminal shows more than ASCII: %s', (env, expected) => {
  expect(hasUnicode(env)).toBe(expected);
});
