import { resolve } from 'node:path';
import type { Interfaces } from '@oclif/core';
import { expect, test } from 'vitest';
import { listCommands } from '../../../bin/list-commands.ts';
import type { BaseCommand } from '../../../src/cli/kit/command/base-command.ts';
import { parseArguments } from '../../../src/cli/kit/arguments/parse-arguments.ts';

import manifest from '../../../package.json' with { type: 'json' };

interface CommandClass {
  new (argv: string[], config: BaseCommand['config']): BaseCommand;
  readonly summary?: string;
  readonly examples: readonly string[];
  readonly args?: Interfaces.ArgInput;
  readonly flags?: Interfaces.FlagInput;
  readonly baseFlags: Interfaces.FlagInput;
}

const FOLDER = resolve(import.meta.dirname, '../../../commands');
const COMMANDS = await Promise.all(
  listCommands(FOLDER).map(async ({ id, file }) => {
    // Every file below commands/ has a command class as its default export, as the first test checks.
    const { default: Class } = (await import(file)) as { default: CommandClass };
    return { id, Class };
  }),
);

test('every topic has its own summary, which would otherwise be that of its first command', () => {
  const topics = new Set(COMMANDS.flatMap(({ id }) => (id.includes(' ') ? [id.split(' ')[0]] : [])));
  expect(new Set<string | undefined>(Object.keys(manifest.oclif.topics))).toEqual(topics);
});

test.each(COMMANDS)('wf $id says in one sentence what it does', ({ Class }) => {
  expect(Class.summary).toMatch(/^[A-Z].*\.$/);
});

test.each(COMMANDS)('wf $id has two examples or more, and each parses', async ({ id, Class }) => {
  expect(Class.examples.length).toBeGreaterThanOrEqual(2);
  for (const example of Class.examples) {
    const words = toArguments(example);
    const prefix = ['wf', ...id.split(' ')];
    expect(words.slice(0, prefix.length), example).toEqual(prefix);
    await expect(parse(Class, words.slice(prefix.length)), example).resolves.toBeDefined();
  }
});

test.each(COMMANDS)('wf $id takes --json, and refuses a flag it does not have', async ({ Class }) => {
  expect(Class.baseFlags).toHaveProperty('json');
  await expect(parse(Class, ['--no-such-flag'])).rejects.toThrow(expect.objectContaining({ code: 'WF_USAGE' }));
});

test.each(COMMANDS)('every flag and argument of wf $id says what it is for', ({ Class }) => {
  const silentFlags = Object.entries(Class.flags ?? {}).filter(([, flag]) => !flag.summary?.endsWith('.'));
  const silentArgs = Object.entries(Class.args ?? {}).filter(([, arg]) => !arg.description?.endsWith('.'));
  expect([...silentFlags, ...silentArgs].map(([name]) => name)).toEqual([]);
});

test.each(COMMANDS.filter(({ id }) => /\b(delete|remove)$/.test(id)))('wf $id accepts --yes', ({ Class }) => {
  expect(Class.flags).toHaveProperty('yes');
});

function parse({ flags, baseFlags, args = {} }: CommandClass, argv: readonly string[]) {
  return parseArguments(argv, { flags: { ...baseFlags, ...flags }, args });
}

/** Parses an example as a shell would: handles quotes and ignores redirections. */
function toArguments(line: string): string[] {
  const words = [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  );
  const redirection = words.indexOf('<');
  return redirection === -1 ? words : words.slice(0, redirection);
}
