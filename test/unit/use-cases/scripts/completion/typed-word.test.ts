import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Shell } from '../../../../../src/use-cases/scripts/completion/shell-scripts.ts';
import { readTypedWord, toShellLine } from '../../../../../src/use-cases/scripts/completion/typed-word.ts';

test.each<readonly [Shell, string, string, string]>([
  ['bash', 'plain', 'plain', ''],
  ['bash', String.raw`two\ words`, 'two words', ''],
  ['bash', "'two w", 'two w', "'"],
  ['bash', String.raw`'a\b`, String.raw`a\b`, "'"],
  ['bash', String.raw`"a\"b\c`, String.raw`a"b\c`, '"'],
  ['bash', `--app="x`, '--app=x', '"'],
  ['bash', String.raw`'it'\''s'`, "it's", ''],
  ['bash', 'end\\', 'end\\', ''],
  ['zsh', String.raw`two\ words`, 'two words', ''],
  ['fish', String.raw`'it\'s`, "it's", "'"],
  ['fish', String.raw`"a\$b`, 'a$b', '"'],
  ['powershell', '""', '', ''],
  ['powershell', "'it''s'", "it's", ''],
  ['powershell', '"a`"b""c', 'a"b"c', '"'],
  ['powershell', 'two` words', 'two words', ''],
  ['powershell', String.raw`C:\a`, String.raw`C:\a`, ''],
])('%s unquotes %s by its rules', (shell, raw, text, quote) => {
  expect(readTypedWord(shell, raw)).toEqual({ text, quote });
});

test('a completed name in bash unquotes to the same name, within any quotes', () => {
  const name = fc.string({ unit: 'grapheme' }).filter((text) => !/[\p{Cc}!]/u.test(text));
  fc.assert(
    fc.property(name, fc.constantFrom('', "'", '"'), (value, quote) => {
      const line = `${quote}${toShellLine('bash', quote, { value, description: 'app' })}${quote}`;
      expect(readTypedWord('bash', line)).toEqual({ text: value, quote: '' });
    }),
  );
});

test.each<readonly [Shell, string]>([
  ['zsh', String.raw`co\:lon:a: b`],
  ['fish', 'co:lon\ta: b'],
  ['powershell', 'co:lon\ta: b'],
])('%s gets a name with its description', (shell, line) => {
  expect(toShellLine(shell, '', { value: 'co:lon', description: 'a: b' })).toBe(line);
});
