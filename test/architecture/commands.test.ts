import { readdirSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Interfaces } from '@oclif/core';
import { describe, expect, test } from 'vitest';
import { listCommands } from '../../bin/list-commands.ts';
import { namingOf } from '../../src/cli/kit/define/flags.ts';
import { parseArguments } from '../../src/cli/kit/arguments/parse-arguments.ts';
import { SCRIPT } from '../e2e/command-script.ts';
import { readSources, type SourceFile } from './read-imports.ts';
import { RESULT_SCHEMAS } from '../../src/use-cases/scripts/publish-schema.ts';

/** The parts of a command class that these tests use. */
interface CommandClass {
  readonly summary?: string;
  readonly examples?: readonly unknown[];
  readonly flags: Interfaces.FlagInput;
  readonly baseFlags: Interfaces.FlagInput;
  readonly args: Interfaces.ArgInput;
}

const files = listCommands(resolve('commands'));
const classes = await importAll();

async function importAll(): Promise<Record<string, CommandClass>> {
  const modules = files.map(async ({ id, file }) => {
    const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default: CommandClass };
    return [id, module.default] as const;
  });
  return Object.fromEntries(await Promise.all(modules));
}

test('every file below commands/ is one command of the table', () => {
  const found = readdirSync('commands', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const listed = files.map(({ file }) => relative(resolve('commands'), file).replaceAll(sep, '/'));
  expect(listed.length).toBeGreaterThan(20);
  expect(['index.ts', ...listed].toSorted()).toEqual(found.map((path) => path.replaceAll(sep, '/')).toSorted());
});

test('the document of every command has a schema in src/use-cases/results, and no other words have', () => {
  expect(Object.keys(RESULT_SCHEMAS).toSorted()).toEqual(Object.keys(classes).toSorted());
});

test('the script of test/e2e/command-script.ts calls every command', () => {
  expect(Object.keys(classes).filter((id) => !SCRIPT.some((line) => line.id === id))).toEqual([]);
});

/** Finds commands in messages without a flag that they require. "…" stands for flags that the reader knows. */
function findUnusable(sources: readonly Pick<SourceFile, 'path' | 'text'>[]): string[] {
  const lines = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<=^\s*|\[)`wf [a-z].*$/gm)].map(([line]) => ({ path, line })),
  );
  return lines.flatMap(({ path, line }) => {
    const id = files.map((each) => each.id).find((each) => line.startsWith(`\`wf ${each} --`));
    const required = Object.entries(classes[id ?? '']?.flags ?? {}).filter(([, flag]) => flag.required);
    return required.some(([name]) => !line.includes(`--${name}`)) && !line.includes('…') ? [`${path}: ${line}`] : [];
  });
}

test('every command that a message proposes has the flags that it requires', () => {
  expect(findUnusable([...readSources(resolve(), 'src'), ...readSources(resolve(), 'commands')])).toEqual([]);
});

test('a proposed command that lacks a flag would be found', () => {
  const lacking = { path: 'src/a.ts', text: 'nextSteps: [\n  `wf eval run --testset ${set}`,\n]' };
  const others = ['`wf eval run … --gate FILE`', '`wf eval list --route ${route}`', '`wf eval run`: of your words'];
  expect(findUnusable([lacking, ...others.map((text) => ({ path: 'src/b.ts', text }))])).toEqual([
    'src/a.ts: `wf eval run --testset ${set}`,',
  ]);
});

describe.each(files.map(({ id }) => id))('wf %s', (id) => {
  const command = classes[id];
  if (command === undefined) throw new Error(`${id} was not loaded`);

  test('has a summary and two examples that parse', async () => {
    expect(command.summary).toMatch(/^[A-Z].*\.$/s);
    expect(command.examples?.length).toBeGreaterThanOrEqual(2);
    for (const example of command.examples ?? []) {
      const line = typeof example === 'string' ? example : (example as { command: string }).command;
      const words = splitShellLine(line);
      expect(words.slice(0, 1 + id.split(' ').length).join(' ')).toBe(`wf ${id}`);
      const argv = words.slice(1 + id.split(' ').length);
      const { flags, baseFlags, args } = command;
      await expect(parseArguments(argv, { flags: { ...baseFlags, ...flags }, args }), line).resolves.toBeDefined();
    }
  });

  test('describes every flag and argument, and no flag consumes the words after it', () => {
    const flags = Object.entries({ ...command.baseFlags, ...command.flags });
    const silent = [
      ...flags.filter(([, flag]) => !flag.summary && !flag.description).map(([name]) => `--${name}`),
      ...Object.entries(command.args)
        .filter(([, arg]) => !arg.description)
        .map(([name]) => name),
    ];
    expect(silent).toEqual([]);
    const greedy = flags.filter(([, flag]) => flag.type === 'option' && flag.multiple && !flag.multipleNonGreedy);
    expect(greedy.map(([name]) => name)).toEqual([]);
  });

  test('declares what may name a file, which MCP tools leave out', () => {
    const all = Object.entries<object>({ ...command.args, ...command.flags });
    const namesFile = ([, flag]: [string, object]) =>
      ('helpValue' in flag && /\b(FILE|DIR)\b/.test(String(flag.helpValue))) ||
      ('summary' in flag && /@FILE\b/.test(String(flag.summary)));
    expect(all.filter(namesFile).filter(([, flag]) => namingOf(flag).allowsPath !== true)).toEqual([]);
  });
});

/** Splits the first command of a shell line into words: enough for examples with quotes and a pipe. */
function splitShellLine(line: string): string[] {
  const own = line.slice(Math.max(0, line.indexOf('wf '))).split(/ (?:\||&&|[<>]) /)[0] ?? '';
  return [...own.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/['"]/g, ''));
}
