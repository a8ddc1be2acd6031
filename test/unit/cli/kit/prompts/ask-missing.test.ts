import { expect, test } from 'vitest';
import EnvDeploy from '../../../../../commands/environments/deploy.ts';
import EnvProtect from '../../../../../commands/environments/protect.ts';
import EvalCompare from '../../../../../commands/evaluations/compare.ts';
import TestsetsCheck from '../../../../../commands/testsets/check.ts';
import TestsetsShow from '../../../../../commands/testsets/show.ts';
import VariantsList from '../../../../../commands/variants/list.ts';
import VariantsRevert from '../../../../../commands/variants/revert.ts';
import VariantsShow from '../../../../../commands/variants/show.ts';
import type { BaseCommand } from '../../../../../src/cli/kit/command/base-command.ts';
import type { AppVariantResponse } from '../../../../../src/contract/variants/variant.ts';
import { Args, Flags } from '@oclif/core';
import * as Kit from '../../../../../src/cli/kit/define/flags.ts';
import { askMissing } from '../../../../../src/cli/kit/prompts/ask-missing.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';
import { runWithClient } from '../../../../helpers/run-with-client.ts';

type CommandClass = { id: string } & (new (argv: string[], config: BaseCommand['config']) => BaseCommand);

const app = (app_name: string) => ({ app_id: `id-of-${app_name}`, app_name });
const variant = (variant_name: string, revision: number): AppVariantResponse => ({
  app_id: 'id-of-support',
  app_name: 'support',
  variant_id: `id-of-${variant_name}`,
  variant_name,
  project_id: 'project',
  parameters: {},
  base_name: 'main',
  base_id: 'base',
  config_name: variant_name,
  uri: null,
  revision,
});

const testset = { _id: 't', id: 't', name: 'cases', created_at: '', updated_at: '', revision: 1, rows: 2 };

/** A user at a terminal without drawing, so that choices have numbers. */
async function typing(
  Class: CommandClass,
  id: string,
  argv: string[],
  typed: string,
  env: Record<string, string> = {},
) {
  Class.id = id;
  return await runWithClient(
    Class,
    argv,
    {
      listApps: async () => [app('support'), app('sales')],
      listTestsets: async () => [testset],
      listRoutes: async () => [],
      listAppVariants: async () => [variant('default', 3), variant('formal', 1)],
      listVariantRevisions: async () => [
        { revision: 1, modified_by: 'ann', config: { config_name: 'default', parameters: {} }, created_at: '' },
      ],
    },
    { terminal: { columns: 80, rows: 24 }, typed, env: { TERM: 'dumb', ...env } },
  );
}

test('a missing argument is chosen by number, and the command runs with it', async () => {
  const { stderr, stdout, exitCode } = await typing(VariantsShow, 'variants show', ['--app', 'support'], '2\n');
  expect(stderr).toBe(
    [
      'VARIANT: Name, id or id prefix; @N for revision N.',
      '1. default',
      '2. formal',
      'Number or name: > wf variants show --app support formal',
      '',
    ].join('\n'),
  );
  expect(stdout).toMatch(/^name +formal$/m);
  expect(exitCode).toBe(0);
});

test('a missing app is requested only if there are several, before other arguments', async () => {
  const { stderr, stdout, exitCode } = await typing(VariantsList, 'variants list', [], 'sales\n');
  expect(stderr).toContain('> wf variants list --app=sales\n');
  expect([stdout.includes('formal'), exitCode]).toEqual([true, 0]);
});

test('if one of several flags is required, the user chooses the flag, then its value', async () => {
  const words = ['production', '--app', 'support'];
  const gate = await typing(EnvProtect, 'env protect', words, '1\n');
  expect(gate).toMatchObject({ stdout: '', exitCode: 130 });
  expect(gate.stderr).toMatch(
    /^Choose one\n1\. --gate\n2\. --off\nNumber or name: --gate: Conditions in YAML or JSON; - reads stdin\.\n> /,
  );
  const off = await typing(EnvProtect, 'env protect', words, '--off\n');
  expect(off.stderr).toContain('> wf env protect --off production --app support\n');
});

test('an answer that is not in the list is accepted only if paths are allowed', async () => {
  const check = await typing(TestsetsCheck, 'testsets check', ['--app', 'support'], 'nowhere/rows.csv\n');
  expect(check.stderr).toContain('> wf testsets check --app support nowhere/rows.csv\n');
  const show = await typing(TestsetsShow, 'testsets show', [], 'nowhere/rows.csv\n');
  expect(show.stderr).toContain('Not a choice: nowhere/rows.csv');
});

test('without a terminal, the error lists the flags', async () => {
  const run = await runWithClient(EnvProtect, ['production', '--app', 'support'], {});
  expect(run).toMatchObject({ stdout: '', exitCode: 2, calls: [] });
  expect(run.stderr).toContain('One of --gate, --off is required.');
});

test('a wrong number is reported, and the prompt repeated', async () => {
  const { stderr, exitCode } = await typing(VariantsShow, 'variants show', ['--app', 'support'], '7\n');
  expect(stderr).toContain('Number or name: Not a choice: 7\nNumber or name: ');
  expect(exitCode).toBe(130);
});

test('the end of input exits with 130 and changes nothing', async () => {
  const { stderr, stdout, exitCode } = await typing(VariantsShow, 'variants show', ['--app', 'support'], '');
  expect([stdout, exitCode]).toEqual(['', 130]);
  expect(stderr).toContain('Error: Interrupted.');
});

test('revisions are those of the named variant', async () => {
  const { stderr, calls } = await typing(VariantsRevert, 'variants revert', ['default', '--app', 'support'], '');
  expect(stderr).toContain('--to: Revision whose parameters to restore.\n1. 1\n');
  expect(calls.findLast(({ name }) => name === 'listVariantRevisions')?.input).toEqual({ variant_id: 'id-of-default' });
});

test.each([
  ['in CI', [], { CI: '1' }],
  ['for a document', ['--json'], {}],
  ['for a filter of it', ['--jq', '.'], {}],
])('there is no prompt %s: the error names what is missing', async (_, argv, env) => {
  const { stdout, stderr, exitCode, calls } = await typing(VariantsShow, 'variants show', [...argv], '1\n', env);
  expect([stdout, exitCode, calls]).toEqual(['', 2, []]);
  expect(stderr).toContain('VARIANT is missing: name, id or id prefix; @N for revision N.');
});

test.each<[string, CommandClass, string[], string]>([
  ['an argument', EvalCompare, [], 'BASELINE is missing'],
  ['the second of two', EvalCompare, ['a'], 'CANDIDATES is missing'],
  ['a flag', EnvDeploy, ['production'], '--variant is missing'],
])('in a pipe, %s that is missing is an error', async (_, Class, argv, message) => {
  const { stdout, stderr, exitCode } = await runWithClient(Class, argv, {});
  expect([stdout, exitCode]).toEqual(['', 2]);
  expect(stderr).toContain(message);
});

test('a flag without a summary is asked for by its name, and an empty answer cancels', async () => {
  const ask = async (typed: string, missing = '--note') => {
    const io = fakeIo({ terminal: { columns: 80, rows: 24 }, typed, env: { TERM: 'dumb' } });
    const words = await askMissing({
      missing,
      flags: { note: Flags.string(), kind: Flags.string({ options: [] }) },
      args: {},
      given: [],
      listChoices: () => Promise.reject(new Error('A note names no record.')),
      io,
    }).catch((error: unknown) => error);
    return { words, shown: io.stderr.text };
  };
  expect(await ask(' two words \n')).toEqual({ words: { flags: ['--note=two words'], args: [] }, shown: '--note\n> ' });
  expect((await ask(' \n')).words).toMatchObject({ code: 'WF_INTERRUPTED' });
  // Nothing to choose from, and no such flag.
  expect((await ask('', '--kind')).words).toBeNull();
  expect((await ask('', '--other')).words).toBeNull();
});

const FLAGS = {
  variants: Kit.string({ names: 'variant', isList: true, summary: 'Variants.' }),
  variant: Kit.string({ names: 'variant', multiple: true, summary: 'A variant.' }),
  file: Kit.string({ names: 'testset', allowsPath: true, description: 'A file.' }),
  format: Flags.string({ options: ['csv', '-json'], summary: 'Format.' }),
  all: Flags.boolean({ summary: 'All of them.' }),
};
const ARGS = { format: Args.string({ options: ['csv', '-json'], description: 'Format.' }) };

/** Asks for a word on a terminal without drawing. */
async function ask(missing: string, typed: string, choices: readonly string[] = ['one', 'two']) {
  const io = fakeIo({ terminal: { columns: 80, rows: 24 }, typed, env: { TERM: 'dumb' } });
  const listed: unknown[] = [];
  const listChoices = async (kind: unknown, given: unknown) => {
    listed.push([kind, given]);
    return choices.map((value) => ({ value, facts: [] }));
  };
  const words = await askMissing({ flags: FLAGS, args: ARGS, missing, given: ['before'], io, listChoices });
  return { words, listed, asked: io.stderr.text };
}

test.each<[string, string, object]>([
  ['--variants', '1,two\n', { flags: ['--variants=one,two'], args: [] }],
  ['--variant', '1,two\n', { flags: ['--variant=one', '--variant=two'], args: [] }],
  ['--file', 'cases.csv\n', { flags: ['--file=cases.csv'], args: [] }],
  ['--format', '2\n', { flags: ['--format=-json'], args: [] }],
  ['FORMAT', '1\n', { flags: [], args: ['csv'] }],
  ['FORMAT', '2\n', { flags: [], args: ['--', '-json'] }],
])('the answer to %s, %j, becomes words of the command', async (missing, typed, words) => {
  expect((await ask(missing, typed)).words).toEqual(words);
});

test('names are looked up with the arguments so far, and options are not', async () => {
  const { listed, asked } = await ask('--variants', '1\n');
  expect(listed).toEqual([['variant', ['before']]]);
  expect(asked).toBe('--variants: Variants.\n1. one\n2. two\nNumbers or names, separated by commas: ');
  expect((await ask('--format', '1\n')).listed).toEqual([]);
});

test('where nothing can be chosen, the value is asked for', async () => {
  const { words, asked } = await ask('--file', ' cases.csv \n', []);
  expect([words, asked]).toEqual([{ flags: ['--file=cases.csv'], args: [] }, '--file: A file.\n> ']);
});

test('an unknown word cannot be asked for', async () => {
  expect((await ask('--other', '')).words).toBeNull();
});
