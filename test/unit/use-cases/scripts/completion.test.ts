import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCommands } from '../../../../bin/write-reference.ts';
import { findCandidates } from '../../../../src/use-cases/scripts/completion/find-candidates.ts';
import type { Shell } from '../../../../src/use-cases/scripts/completion/shell-scripts.ts';
import { readTypedWord, toShellLine } from '../../../../src/use-cases/scripts/completion/typed-word.ts';

const commands = await readCommands();

function complete(line: string) {
  const { words, names, before } = findCandidates(line.split(' '), commands);
  return { values: words.map(({ value }) => value), names, before };
}

test('every command can be completed word by word', () => {
  for (const { id } of commands) {
    const words = id.split(' ');
    words.forEach((word, index) => {
      expect(complete([...words.slice(0, index), ''].join(' ')).values).toContain(word);
    });
  }
});

test('every flag of every command is offered', () => {
  for (const { id, flags } of commands) {
    expect(complete(`${id} -`).values.toSorted()).toEqual(flags.map(({ name }) => `--${name}`).toSorted());
  }
});

test.each([
  ['variants list --app ', 'app', ''],
  ['variants show ', 'variant', ''],
  ['variants diff a ', 'variant', ''],
  ['eval run --variants default,', 'variant', 'default,'],
  ['eval run --evaluators=exact_match,', 'evaluator', '--evaluators=exact_match,'],
  ['env deploy ', 'environment', ''],
  ['env deploy production --variant ', 'variant', ''],
  ['run ', 'route', ''],
  ['testsets show ', 'testset', ''],
  ['apps list --profile ', 'profile', ''],
  ['apps create ', null, ''],
])('wf %s needs names of kind %s', (line, names, before) => {
  expect(complete(line)).toMatchObject({ names, before });
});

test('choices are offered, also after an equals sign', () => {
  expect(complete('eval export x --format ').values).toContain('csv');
  expect(complete('eval export x --format=').values).toContain('--format=csv');
  expect(complete('autocomplete ').values).toEqual(['bash', 'zsh', 'fish', 'powershell']);
});

test('a given flag is not offered again, unless it may be repeated', () => {
  expect(complete('variants create a --base b -').values).not.toContain('--base');
  expect(complete('variants create a --set b=1 -').values).toContain('--set');
});

test.each([
  ['variants show --app support ', { flags: { app: 'support' }, args: [] }],
  [
    'variants show --base-url=http://wf.test:1 --profile work a ',
    {
      flags: { 'base-url': 'http://wf.test:1', profile: 'work' },
      args: ['a'],
    },
  ],
  ['variants list --app a --app=b --json --app ', { flags: { app: 'b' }, args: [] }],
  ['variants revert a --to ', { flags: {}, args: ['a'] }],
  ['nothing --app a ', { flags: {}, args: [] }],
])('wf %s has the arguments that names depend on', (line, preceding) => {
  expect(findCandidates(line.split(' '), commands).preceding).toEqual(preceding);
});

describe('words of a shell', () => {
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
    const special = fc.constantFrom(' ', "'", '"', '\\', '$', '`');
    const other = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 });
    const name = fc.string({ unit: fc.oneof(special, other) }).filter((text) => !/[\p{Cc}!]/u.test(text));
    fc.assert(
      fc.property(name, fc.constantFrom('', "'", '"'), (value, quote) => {
        const line = `${quote}${toShellLine('bash', quote, { value, description: 'app' })}${quote}`;
        expect(readTypedWord('bash', line)).toEqual({ text: value, quote: '' });
      }),
      { seed: 1 },
    );
  });

  test.each([
    ['', String.raw`it\'s\ new`],
    ["'", String.raw`it'\''s new`],
    ['"', "it's new"],
  ])('bash gets a name for the open quote "%s"', (quote, line) => {
    expect(toShellLine('bash', quote, { value: "it's new", description: 'app' })).toBe(line);
  });

  test.each<readonly [Shell, string]>([
    ['zsh', String.raw`co\:lon:a: b`],
    ['fish', 'co:lon\ta: b'],
    ['powershell', 'co:lon\ta: b'],
  ])('%s gets a name with its description', (shell, line) => {
    expect(toShellLine(shell, '', { value: 'co:lon', description: 'a: b' })).toBe(line);
  });
});
