import { Args, Flags } from '@oclif/core';
import { expect, test } from 'vitest';
import { BaseCommand } from '../../../../../src/cli/kit/command/base-command.ts';
import { YES_FLAG } from '../../../../../src/cli/kit/define/base-flags.ts';
import { runCommand } from '../../../../helpers/run-command.ts';

class Greet extends BaseCommand {
  static override id = 'greet';
  static override args = { name: Args.string({ required: true, description: 'Whom to greet.' }) };
  static override flags = { times: Flags.integer({ min: 1, default: 1 }), ...YES_FLAG };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Greet);
    const names = Array.from({ length: flags.times }, () => args.name);
    await this.note('greeting');
    if (args.name === 'cat') await this.confirm('Greet the cat?');
    await this.show({
      json: names,
      view: ({ form, columns }) => ({ text: `${form} ${columns} ${names.join(' ')}`, remark: null }),
    });
  }
}

test('a pipe gets the plain form on stdout and the note on stderr', async () => {
  expect(await runCommand(Greet, ['Ann'])).toEqual({ stdout: 'plain 80 Ann\n', stderr: 'greeting\n', exitCode: 0 });
});

test('--json prints one document and no note', async () => {
  expect(await runCommand(Greet, ['Ann', '--times', '2', '--json'])).toEqual({
    stdout: '[\n  "Ann",\n  "Ann"\n]\n',
    stderr: '',
    exitCode: 0,
  });
});

test('a terminal gets the terminal form at its width', async () => {
  const run = await runCommand(Greet, ['Ann'], { terminal: { columns: 120, rows: 40 } });
  expect(run.stdout).toBe('terminal 120 Ann\n');
});

test('a confirmation without a terminal fails and suggests --yes', async () => {
  expect(await runCommand(Greet, ['cat'])).toMatchObject({ stdout: '', exitCode: 2 });
  expect((await runCommand(Greet, ['cat'])).stderr).toContain('Try: wf greet cat --yes');
  expect(await runCommand(Greet, ['cat', '--yes'])).toMatchObject({ exitCode: 0 });
});

test('--json=FIELD and --jq select a part of the document, and errors are documents too', async () => {
  expect(await runCommand(Greet, ['Ann', '--jq', '.[0]'])).toEqual({ stdout: 'Ann\n', stderr: '', exitCode: 0 });
  const { stdout, stderr, exitCode } = await runCommand(Greet, ['Ann', '--json=name']);
  expect([stdout, exitCode]).toEqual(['', 2]);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'WF_USAGE' } });
});

test('--quiet prints neither notes nor the view', async () => {
  expect(await runCommand(Greet, ['Ann', '-q'])).toEqual({ stdout: '', stderr: '', exitCode: 0 });
});

test.each([['--json'], ['--jq', '.'], ['--tsv']])('%s and --quiet exclude each other', async (...words) => {
  expect(await runCommand(Greet, ['Ann', '--quiet', ...words])).toMatchObject({ stdout: '', exitCode: 2 });
});

class Retire extends BaseCommand {
  static override id = 'retire';
  static override state = 'deprecated';
  static override deprecationOptions = { to: 'wf greet', version: '0.4.0' };
  static deprecatedFields = { nick: { to: 'name', version: '0.3.0' } };
  static override flags = { loud: Flags.boolean({ deprecated: { to: 'times', version: '0.3.0' } }) };

  async run(): Promise<void> {
    await this.parse(Retire);
    await this.show({ json: { nick: 'Ann' }, view: () => ({ text: 'Ann', remark: null }) });
  }
}

test('what is deprecated works, with a warning on stderr, also for programs', async () => {
  expect(await runCommand(Retire, ['--loud', '--json=nick'])).toEqual({
    stdout: '{\n  "nick": "Ann"\n}\n',
    stderr:
      'Warning: wf retire is deprecated and will be removed in 0.4.0. Use wf greet instead.\n' +
      'Warning: --loud is deprecated and will be removed in 0.3.0. Use --times instead.\n' +
      'Warning: The field nick is deprecated and will be removed in 0.3.0. Use name instead.\n',
    exitCode: 0,
  });
});
