import { Args, Flags } from '@oclif/core';
import { expect, test } from 'vitest';
import EnvProtect from '../../../../../commands/environments/protect.ts';
import EvalCompare from '../../../../../commands/evaluations/compare.ts';
import TestsetsCheck from '../../../../../commands/testsets/check.ts';
import TestsetsShow from '../../../../../commands/testsets/show.ts';
import VariantsList from '../../../../../commands/variants/list.ts';
import VariantsRevert from '../../../../../commands/variants/revert.ts';
import VariantsShow from '../../../../../commands/variants/show.ts';
import * as Kit from '../../../../../src/cli/kit/define/flags.ts';
import { askMissing } from '../../../../../src/cli/kit/prompts/ask-missing.ts';
import { openWorld } from '../../../../helpers/open-world.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';
import { runWithService, type CommandClass } from '../../../../helpers/run-with-service.ts';

/** A terminal without drawing, so that choices have numbers. */
const PLAIN = { terminal: { columns: 80, rows: 24 }, env: { TERM: 'dumb' } };

/** A user who answers with lines, on a service with the apps sales and support, and two variants of support. */
async function typing(Class: CommandClass & { id: string }, line: string, typed: string, options: object = PLAIN) {
  await using world = await openWorld();
  await world.callByAll('createApp', { body: { app_name: 'sales' } });
  await world.makeVariant();
  await world.makeTestset();
  const [topic = '', verb = '', ...argv] = line.split(' ');
  Class.id = `${topic} ${verb}`;
  return await runWithService(world, Class, argv, { ...options, typed });
}

test('a missing argument is chosen by number, and the command runs with it', async () => {
  const run = await typing(VariantsShow, 'variants show --app support', '2\n');
  expect(run.stderr.split('\n')).toEqual([
    'VARIANT: Name, id or id prefix; @N for revision N.',
    '1. default',
    '2. name-1',
    'Number or name: > wf variants show --app support name-1',
    '',
  ]);
  expect([run.stdout.split('\n')[0], run.exitCode]).toEqual(['name      name-1', 0]);
});

test('a missing app is chosen before other arguments', async () => {
  const run = await typing(VariantsList, 'variants list', 'support\n');
  expect(run.stderr).toContain('> wf variants list --app=support\n');
  expect([run.stdout.includes('name-1'), run.exitCode]).toEqual([true, 0]);
});

test('if one of several flags is required, the user chooses the flag, then its value', async () => {
  const gate = await typing(EnvProtect, 'env protect production --app support', '1\n');
  expect(gate).toMatchObject({ stdout: '', exitCode: 130 });
  expect(gate.stderr).toMatch(
    /^Choose one\n1\. --gate\n2\. --off\nNumber or name: --gate: Conditions in YAML or JSON; - reads stdin\.\n> /,
  );
  const off = await typing(EnvProtect, 'env protect production --app support', '--off\n');
  expect(off.stderr).toContain('> wf env protect --off production --app support\n');
});

test('an answer that is not in the list is accepted only where a path is', async () => {
  const check = await typing(TestsetsCheck, 'testsets check --app support', 'nowhere/rows.csv\n');
  expect(check.stderr).toContain('> wf testsets check --app support nowhere/rows.csv\n');
  const show = await typing(TestsetsShow, 'testsets show', 'nowhere/rows.csv\n');
  expect(show.stderr).toContain('Not a choice: nowhere/rows.csv\nNumber or name: ');
  expect(show.exitCode).toBe(130);
});

test('the end of input exits with 130 and changes nothing; revisions are those of the named variant', async () => {
  const run = await typing(VariantsRevert, 'variants revert default --app support', '');
  expect(run).toMatchObject({ stdout: '', exitCode: 130 });
  expect(run.stderr).toMatch(/^--to: Revision whose parameters to restore\.\n1\. 1\n.*Error: Interrupted\./s);
});

test.each([
  ['in CI', 'variants show --app support', { ...PLAIN, env: { CI: '1' } }],
  ['for a document', 'variants show --app support --json', PLAIN],
  ['for a filter of it', 'variants show --app support --jq .', PLAIN],
  ['in a pipe', 'variants show --app support', {}],
])('there is no prompt %s: the error names what is missing', async (_, line, options) => {
  const run = await typing(VariantsShow, line, '1\n', options);
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
  expect(run.stderr).toContain('VARIANT is missing: name, id or id prefix; @N for revision N.');
});

test('of two missing arguments the first is named, then the second', async () => {
  expect((await typing(EvalCompare, 'eval compare', '', {})).stderr).toContain('BASELINE is missing');
  expect((await typing(EvalCompare, 'eval compare a', '', {})).stderr).toContain('CANDIDATES is missing');
});

const FLAGS = {
  variants: Kit.string({ names: 'variant', isList: true, summary: 'Variants.' }),
  variant: Kit.string({ names: 'variant', multiple: true, summary: 'A variant.' }),
  file: Kit.string({ names: 'testset', allowsPath: true, description: 'A file.' }),
  format: Flags.string({ options: ['csv', '-json'], summary: 'Format.' }),
  none: Flags.string({ options: [] }),
  note: Flags.string(),
};
const ARGS = { format: Args.string({ options: ['csv', '-json'], description: 'Format.' }) };

/** Asks for a word on a terminal without drawing. */
async function ask(missing: string, typed: string, choices: readonly string[] = ['one', 'two']) {
  const io = fakeIo({ ...PLAIN, typed });
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
  ['--note', ' two words \n', { flags: ['--note=two words'], args: [] }],
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

test('where nothing can be chosen, the value is asked for, and an empty one cancels', async () => {
  expect((await ask('--file', ' cases.csv \n', [])).words).toEqual({ flags: ['--file=cases.csv'], args: [] });
  await expect(ask('--note', ' \n')).rejects.toMatchObject({ code: 'WF_INTERRUPTED' });
});

test.each(['--other', '--none'])('%s cannot be asked for', async (missing) => {
  expect((await ask(missing, '')).words).toBeNull();
});
