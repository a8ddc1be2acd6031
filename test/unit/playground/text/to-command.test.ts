import { expect, test } from 'vitest';
import { quoteWord, toCommand } from '../../../../src/playground/text/to-command.ts';

test.each([
  ['plain', 'plain'],
  ['a=b@2,c:/d.e-f+g%', 'a=b@2,c:/d.e-f+g%'],
  ["it's", `'it'\\''s'`],
  ['two words', `'two words'`],
  ['', `''`],
  ['$HOME', `'$HOME'`],
  ['=ls', `'=ls'`],
  ['two\nlines', `'two\nlines'`],
])('%j is quoted as %s', (text, quoted) => {
  expect(quoteWord(text)).toBe(quoted);
});

test('flags without a value are left out, and lists repeat theirs', () => {
  expect(
    toCommand(['wf', 'variants', 'create', 'my own'], { '--from': 'a@1', '--app': '', '--set': ['x=1', 'y=b c'] }),
  ).toBe(`wf variants create 'my own' \\\n  --from a@1 \\\n  --set x=1 \\\n  --set 'y=b c'`);
  expect(toCommand(['wf', 'dev'])).toBe('wf dev');
});

test('a name or a value that begins with a hyphen is no flag', () => {
  expect(toCommand(['wf', 'variants', 'update'], { '--set': ['-a=b'] }, ['-x'])).toBe(
    'wf variants update \\\n  --set=-a=b \\\n  -- -x',
  );
  expect(toCommand(['wf', 'eval', 'show'], {}, ['a b'])).toBe("wf eval show 'a b'");
});
