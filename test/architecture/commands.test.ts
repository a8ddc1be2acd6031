import { readdirSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Interfaces } from '@oclif/core';
import { describe, expect, test } from 'vitest';
import { listCommands } from '../../bin/list-commands.ts';
import { namingOf, PROJECT_FOLDER_ARG } from '../../src/cli/kit/define/flags.ts';
import { parseArguments } from '../../src/cli/kit/arguments/parse-arguments.ts';
import { OF_AN_APP, WITH_VALUE } from '../../src/cli/kit/output/same-place.ts';
import { SCRIPT } from '../e2e/command-script.ts';
import { findProposals, type Proposal } from './find-proposals.ts';
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

/** What follows a command in a sentence, and texts that only begin like one. */
const REST =
  / (?:shows|has|is|reads|writes|stores|refuses|runs|needs|already|and|or|of|on|in|for|found) |(?:[,;:.] |[.:]$| (?:&&|[<|]) ).*/s;
const NO_COMMAND =
  /^wf (?:(?:has|met|imported|key|secret|needs|no longer|dev has|init would|serve --artifacts stores) .*|listen|move|evaluators create)$/s;

/** Says what is wrong with a proposed command; `null`: a user could type it. "…" stands for flags that the reader knows. */
async function problemOf({ line }: Proposal): Promise<string | null> {
  if (NO_COMMAND.test(line)) return null;
  // The name of the command is filled in, too.
  if (/^wf \w+ \0 /.test(line)) return null;
  const problems: string[] = [];
  const readings = [line, line.split(REST)[0] ?? line].map((text) => text.replaceAll(' …', '').trim());
  for (const [command, filled] of readings.flatMap((text) =>
    ['1', '1d', '/1', 'A=1', ''].map((each) => [text, each] as const),
  )) {
    const typed = command.replaceAll('\0', filled);
    const named = filled.length < 2 ? typed : typed.replaceAll(/\b[A-Z]{1,}\b/g, filled);
    const problem = await parseProblem(splitShellLine(named), line.includes('…'));
    if (problem === null) return null;
    problems.push(problem);
  }
  return problems[5] ?? null;
}

async function parseProblem([, ...words]: readonly string[], isPartial: boolean): Promise<string | null> {
  if (words[0] === 'help' || words.includes('--help')) return null;
  const id = [3, 2, 1].map((length) => words.slice(0, length).join(' ')).find((each) => classes[each] !== undefined);
  const command = classes[id ?? ''];
  if (id === undefined || command === undefined) return `no such command: wf ${words.join(' ')}`;
  const { flags, baseFlags, args } = command;
  const all = Object.entries({ ...baseFlags, ...flags });
  const taken = isPartial
    ? Object.fromEntries(all.map(([name, flag]) => [name, { ...flag, required: false }]))
    : Object.fromEntries(all);
  try {
    await parseArguments(words.slice(id.split(' ').length), { flags: taken, args });
    return null;
  } catch (error) {
    return String(error);
  }
}

async function findUnusable(sources: readonly Pick<SourceFile, 'path' | 'text'>[]): Promise<string[]> {
  const found: string[] = [];
  for (const proposal of findProposals(sources)) {
    const problem = await problemOf(proposal);
    if (problem !== null) found.push(`${proposal.path}: ${proposal.line.replaceAll('\0', '${…}')} (${problem})`);
  }
  return found;
}

test('every command that a message proposes can be typed', async () => {
  const sources = [...readSources(resolve(), 'src'), ...readSources(resolve(), 'commands')];
  expect(findProposals(sources).length).toBeGreaterThan(300);
  expect(await findUnusable(sources)).toEqual([]);
});

/** Commands about settings, which may be what was wrong with the line. */
const OF_SETTINGS = ['config list', 'profiles add'];

test('what proposes a command knows which ones take --app', () => {
  const isOfAnApp = (id: string) => 'app' in (classes[id]?.flags ?? {}) && !OF_SETTINGS.includes(id);
  const ids = Object.keys(classes);
  expect(ids.filter((id) => OF_AN_APP.test(`wf ${id}`))).toEqual(ids.filter(isOfAnApp));
});

test('what proposes a command knows which words of a line name a folder', () => {
  const inFolder = Object.values(classes).filter(({ args }) => 'dir' in args && args['dir'] === PROJECT_FOLDER_ARG.dir);
  const flags = inFolder.flatMap((each) => Object.entries({ ...each.baseFlags, ...each.flags }));
  const words = (name: string, char?: string) => [`--${name}`, ...(char === undefined ? [] : [`-${char}`])];
  const wrong = flags.filter(([name, { type, char }]) =>
    words(name, char).some((word) => WITH_VALUE.test(word) !== (type === 'option')),
  );
  expect(inFolder).toHaveLength(5);
  expect(wrong.map(([name]) => name)).toEqual([]);
});

test('a proposed command that cannot be typed would be found', async () => {
  const text =
    'a(`wf eval run --testset ${set}`, "wf env show --nope", "wf forge", `Done. Next: wf env show`, "wf routes", "wf eval run … --gate F");';
  expect(await findUnusable([{ path: 'src/a.ts', text }])).toEqual([
    expect.stringMatching(/--evaluators is missing/),
    expect.stringMatching(/Unknown flag --nope/),
    expect.stringMatching(/no such command: wf forge/),
    expect.stringMatching(/ENVIRONMENT is missing/),
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

  test('says of each flag that needs another one which it is', () => {
    const needed = Object.entries({ ...command.flags }).flatMap(([name, { summary = '', dependsOn = [] }]) =>
      dependsOn.filter((other) => !summary.startsWith(`With --${other}: `)).map((other) => `--${name}: --${other}`),
    );
    expect(needed).toEqual([]);
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
