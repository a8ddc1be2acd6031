import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command as OclifCommand, type Interfaces } from '@oclif/core';
import { build } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { listCommands } from '../../bin/list-commands.ts';
import { parseArgv } from '../../src/cli/parse-argv.ts';
import { SCRIPT } from '../e2e/command-script.ts';
import { RESULT_SCHEMAS } from '../../src/use-cases/scripts/publish-schema.ts';

/** What these tests read of a command class; the same whoever its definitions were made by. */
interface CommandClass {
  readonly summary?: string;
  readonly examples?: readonly unknown[];
  readonly flags: Interfaces.FlagInput;
  readonly baseFlags: Interfaces.FlagInput;
  readonly args: Interfaces.ArgInput;
}

const files = listCommands(resolve('commands'));
const folder = resolve('node_modules/.cache', `wf-commands-${process.pid}`);

/** The classes as they are, made by real oclif. */
const real = await importAll(Object.fromEntries(files.map(({ id, file }) => [id, file])));
/** The classes as they are published, made by oclif's stand-in. */
const thin = await importAll(await buildThin());

afterAll(() => rm(folder, { recursive: true, force: true }));

async function importAll(paths: Readonly<Record<string, string>>): Promise<Record<string, CommandClass>> {
  const modules = Object.entries(paths).map(async ([id, path]) => {
    const module = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { default: CommandClass };
    return [id, module.default] as const;
  });
  return Object.fromEntries(await Promise.all(modules));
}

async function buildThin(): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const outputs = files.map(({ id, file }, index) => ({ id, in: file, out: `command-${index}` }));
  await build({
    entryPoints: outputs.map(({ in: input, out }) => ({ in: input, out })),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    alias: { '@oclif/core': resolve('src/cli/thin-oclif/index.ts') },
    logLevel: 'error',
  });
  return Object.fromEntries(outputs.map(({ id, out }) => [id, join(folder, `${out}.js`)]));
}

/** A word a definition takes. */
function sampleOf({ options, parse }: { options?: readonly string[]; parse?: unknown }): string {
  return options?.[0] ?? (String(parse).includes('integer') ? '7' : 'a=b');
}

/** Command lines that give every flag in turn, alone, beside the arguments. */
function samplesOf({ flags, baseFlags, args }: CommandClass): string[][] {
  const words = Object.values(args).map((arg) => sampleOf(arg as Parameters<typeof sampleOf>[0]));
  const all = { ...baseFlags, ...flags };
  const needed = Object.entries(all).flatMap(([name, flag]) =>
    flag.required ? [`--${name}`, sampleOf(flag as never)] : [],
  );
  return Object.entries(all).flatMap(([name, flag]) => {
    const base = [...words, ...(flag.required ? [] : needed)];
    if (flag.type === 'boolean') {
      const forms = [`--${name}`, ...(flag.char ? [`-${flag.char}`] : []), ...(flag.allowNo ? [`--no-${name}`] : [])];
      return forms.map((form) => [...base, form]);
    }
    const value = sampleOf(flag);
    return [
      [...base, `--${name}`, value],
      [...base, `--${name}=${value}`],
      [...base, `--${name}`],
    ];
  });
}

async function parseByOclif(argv: string[], { flags, baseFlags, args }: CommandClass): Promise<unknown> {
  class Reference extends OclifCommand {
    static override flags = { ...baseFlags, ...flags };
    static override args = Object.fromEntries(
      Object.entries(args).map(([name, arg]) => [name, { ...arg, ignoreStdin: true }]),
    );
    async run(): Promise<unknown> {
      const parsed = await this.parse(Reference);
      return { flags: parsed.flags, args: parsed.args };
    }
  }
  const config = { bin: 'wf', runHook: async () => ({}), scopedEnvVarKeys: () => [] };
  // oclif's parser needs no more of its configuration than this.
  return settle(new Reference(argv, config as unknown as OclifCommand['config']).run());
}

async function parseByUs(argv: string[], { flags, baseFlags, args }: CommandClass): Promise<unknown> {
  const parsed = parseArgv(argv, { flags: { ...baseFlags, ...flags }, args, env: {} });
  return settle(parsed.then(({ flags: given, args: words }) => ({ flags: given, args: words })));
}

function settle(parsed: Promise<unknown>): Promise<unknown> {
  return parsed.catch(() => 'refused');
}

test('there are commands to look at', () => {
  expect(files.length).toBeGreaterThan(20);
  expect(Object.keys(thin)).toEqual(Object.keys(real));
});

test('the document of every command has a schema in src/use-cases/results, and no other words have', () => {
  expect(Object.keys(RESULT_SCHEMAS).toSorted()).toEqual(Object.keys(real).toSorted());
});

test('the script of test/e2e/command-script.ts calls every command', () => {
  expect(Object.keys(real).filter((id) => !SCRIPT.some((line) => line.id === id))).toEqual([]);
});

describe.each(files.map(({ id }) => id))('wf %s', (id) => {
  const [oclif, published] = [real[id], thin[id]];
  if (oclif === undefined || published === undefined) throw new Error(`${id} was not loaded`);

  test('reads every flag alike by oclif, from source and as published', async () => {
    for (const argv of samplesOf(oclif)) {
      const expected = await parseByOclif(argv, oclif);
      expect({ argv, read: await parseByUs(argv, oclif) }).toEqual({ argv, read: expected });
      expect({ argv, read: await parseByUs(argv, published) }).toEqual({ argv, read: expected });
    }
  });

  test('says what it does and shows it by two examples that parse', async () => {
    expect(oclif.summary).toMatch(/^[A-Z].*\.$/s);
    expect(oclif.examples?.length).toBeGreaterThanOrEqual(2);
    for (const example of oclif.examples ?? []) {
      const line = typeof example === 'string' ? example : (example as { command: string }).command;
      const words = splitShellLine(line);
      expect(words.slice(0, 1 + id.split(' ').length).join(' ')).toBe(`wf ${id}`);
      const argv = words.slice(1 + id.split(' ').length);
      expect({ line, read: await parseByUs(argv, oclif) }).not.toEqual({ line, read: 'refused' });
    }
  });

  test('describes every flag and argument, and no flag swallows the words behind it', () => {
    const flags = Object.entries({ ...oclif.baseFlags, ...oclif.flags });
    const silent = [
      ...flags.filter(([, flag]) => !flag.summary && !flag.description).map(([name]) => `--${name}`),
      ...Object.entries(oclif.args)
        .filter(([, arg]) => !arg.description)
        .map(([name]) => name),
    ];
    expect(silent).toEqual([]);
    const greedy = flags.filter(([, flag]) => flag.type === 'option' && flag.multiple && !flag.multipleNonGreedy);
    expect(greedy.map(([name]) => name)).toEqual([]);
  });
});

/** Splits the first command of a shell line into words: enough for examples with quotes and a pipe. */
function splitShellLine(line: string): string[] {
  const own = line.slice(Math.max(0, line.indexOf('wf '))).split(/ (?:\||&&|[<>]) /)[0] ?? '';
  return [...own.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/['"]/g, ''));
}
