import { resolve } from 'node:path';
import { Args, Flags } from '@oclif/core';
import { expect, test } from 'vitest';
import { BaseCommand } from '../../../../../src/cli/kit/command/base-command.ts';
import {
  APP_FLAG,
  EVENTS_FLAG,
  INTERACTIVE_FLAG,
  MARKDOWN_FLAG,
  YES_FLAG,
} from '../../../../../src/cli/kit/define/flags.ts';
import type { SettingsSources } from '../../../../../src/project/resolve-settings.ts';
import { fakeIo, runCommand, TRUSTING } from '../../../../helpers/run-command.ts';
import { setting, settingsOf } from '../../../../helpers/settings-of.ts';

const terminal = { columns: 80, rows: 24 };

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

test.each([
  ['a pipe gets the plain form, and the note', ['Ann'], {}, 'plain 80 Ann\n', 'greeting\n'],
  [
    'a terminal gets the terminal form at its width',
    ['Ann'],
    { terminal: { columns: 120, rows: 40 } },
    'terminal 120 Ann\n',
    'greeting\n',
  ],
  ['--json prints one document and no note', ['Ann', '--json'], {}, '[\n  "Ann"\n]\n', ''],
  ['--jq selects a part of the document', ['Ann', '--jq', '.[0]'], {}, 'Ann\n', ''],
  ['--quiet prints neither notes nor the view', ['Ann', '-q'], {}, '', ''],
])('%s', async (_, argv, options, stdout, stderr) => {
  expect(await runCommand(Greet, argv, options)).toEqual({ stdout, stderr, exitCode: 0 });
});

test.each([['--json'], ['--jq', '.'], ['--tsv']])('%s and --quiet exclude each other', async (...words) => {
  expect(await runCommand(Greet, ['Ann', '--quiet', ...words])).toMatchObject({ stdout: '', exitCode: 2 });
});

test('an error is a document where the result would be one', async () => {
  const { stdout, stderr, exitCode } = await runCommand(Greet, ['Ann', '--json=name']);
  expect([stdout, exitCode]).toEqual(['', 2]);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'WF_USAGE' } });
});

test('a confirmation without a terminal fails, and suggests the line with --yes', async () => {
  const refused = await runCommand(Greet, ['cat']);
  expect(refused).toMatchObject({ stdout: '', exitCode: 2 });
  expect(refused.stderr).toContain('Try: wf greet cat --yes');
  expect(await runCommand(Greet, ['cat', '--yes'])).toMatchObject({ exitCode: 0 });
});

test('on a terminal, what is missing is asked for, and the whole command is printed', async () => {
  const run = await runCommand(Greet, ['--times', '2'], { terminal, typed: 'Ann Lee\n' });
  expect(run.stdout).toBe('terminal 80 Ann Lee Ann Lee\n');
  expect(run.stderr).toContain("> wf greet --times 2 'Ann Lee'\ngreeting\n");
  expect(await runCommand(Greet, ['--times', '2'])).toMatchObject({ stdout: '', exitCode: 2 });
});

test('--no-color is told to what is drawn', async () => {
  const [plain, colored] = [fakeIo(), fakeIo()];
  await runCommand(Greet, ['Ann', '--no-color'], { ports: { io: plain } });
  await runCommand(Greet, ['Ann'], { ports: { io: colored } });
  expect([plain.env, colored.env]).toEqual([{ ...TRUSTING, NO_COLOR: '1' }, TRUSTING]);
});

class Change extends BaseCommand {
  static override id = 'change';
  static override args = { what: Args.string({ required: true }) };
  static override flags = { ...YES_FLAG };

  async run(): Promise<void> {
    const { args } = await this.parse(Change);
    const didAsk = await this.confirmAtTerminal(async () => (args.what === 'it' ? 'Change it?' : null));
    await this.show({ json: didAsk, view: () => ({ text: String(didAsk), remark: null }) });
  }
}

test.each([
  ['asked for on a terminal', ['it'], { terminal, typed: 'y\n' }, 'true\n', 'Change it? [y/N] '],
  ['not asked for where there is nothing to ask', ['nothing'], { terminal }, 'false\n', ''],
  ['not asked for with --yes', ['it', '--yes'], { terminal }, 'false\n', ''],
  ['not asked for in a pipe', ['it'], {}, 'false\n', ''],
  ['not asked for in CI', ['it'], { terminal, env: { CI: 'true' } }, 'false\n', ''],
])('a change that can be undone is %s', async (_, argv, options, stdout, stderr) => {
  expect(await runCommand(Change, argv, options)).toEqual({ stdout, stderr, exitCode: 0 });
});

class Report extends BaseCommand {
  static override id = 'report';
  static override flags = { ...MARKDOWN_FLAG, ...EVENTS_FLAG };

  async run(): Promise<void> {
    await this.parse(Report);
    const follower = await this.follow<number>({ line: (event) => `line ${event}` });
    follower.onEvent(1);
    await this.showPart({ part: 1 }, 'part 1');
    const [first, second] = [await this.session(), await this.session()];
    const signal = await this.waitSignal();
    const facts = [first === second, signal === this.signal, this.wantsDocument];
    await this.show({ json: facts, view: ({ form }) => ({ text: `${form} ${facts.join(' ')}`, remark: null }) });
  }
}

const ATTEMPT = { method: 'GET', url: 'http://wf.test/apps', durationMs: 12.6 };
const ATTEMPTS = [
  { ...ATTEMPT, status: 200, attempt: 1, requestId: null, failure: null },
  { ...ATTEMPT, status: 200, attempt: 2, requestId: 'r-1', failure: null },
  { ...ATTEMPT, status: null, attempt: 1, requestId: null, failure: 'timeout' },
  { ...ATTEMPT, status: null, attempt: 1, requestId: null, failure: null },
] as const;
const DEBUGGED = [
  'GET http://wf.test/apps → 200 (13 ms)\n',
  'GET http://wf.test/apps → 200 (13 ms, attempt 2, request r-1)\n',
  'GET http://wf.test/apps → timeout (13 ms)\n',
  'GET http://wf.test/apps → no response (13 ms)\n',
].join('');

test.each([
  [[], 'part 1\nplain true true false\n', 'line 1\n'],
  [['--tsv'], 'part 1\ntsv true true false\n', 'line 1\n'],
  [['--markdown'], 'part 1\nmarkdown true true false\n', 'line 1\n'],
  [['--events'], 'part 1\nplain true true false\n', '1\n'],
  [['--debug'], 'part 1\nplain true true false\n', `line 1\n${DEBUGGED}`],
  [['--timeout', '5'], 'part 1\nplain true false false\n', 'line 1\n'],
  [['--json'], '{"part":1}\n[\n  true,\n  true,\n  true\n]\n', ''],
])('with %j, parts and events have their form, and one session is closed', async (argv, stdout, stderr) => {
  const opened: string[] = [];
  const run = await runCommand(Report, argv, {
    ports: {
      resolveSettings: async () => settingsOf(),
      openSession: async (_, { onRequest }) => {
        opened.push('open');
        ATTEMPTS.forEach((attempt) => onRequest?.(attempt));
        return { close: async () => void opened.push('close') } as never; // nothing else of it is used
      },
    },
  });
  expect({ ...run, opened }).toEqual({ stdout, stderr, exitCode: 0, opened: ['open', 'close'] });
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

class Look extends BaseCommand {
  static override id = 'look around';
  static override args = { dir: Args.string({ description: 'Folder.' }) };
  static override flags = { ...APP_FLAG, ...INTERACTIVE_FLAG };

  async run(): Promise<void> {
    const { args } = await this.parse(Look);
    this.enter(args.dir);
    if (args.dir === 'test') this.useFlags({ profile: 'other', app: '' });
    const { app } = await this.settings();
    await this.settings();
    await this.show({ json: null, view: () => ({ text: `${this.folder} ${app.value}`, remark: null }) });
  }
}

/** Runs `look around` in this repository with settings that have a warning, and records from what they are resolved. */
async function look(...argv: string[]) {
  const asked: SettingsSources[] = [];
  const resolveSettings = async (sources: SettingsSources) => {
    asked.push(sources);
    return { ...settingsOf({ app: setting(sources.flags?.app ?? 'support') }), warnings: ['the file is old.'] };
  };
  return { ...(await runCommand(Look, argv, { cwd: process.cwd(), ports: { resolveSettings } })), asked };
}

test('settings are those of the folder and the flags, read once, with their warnings', async () => {
  const flags = ['--app', 'shop', '--profile', 'work', '--base-url', 'http://wf.test', '--timeout', '3'];
  const { asked, ...run } = await look('src', ...flags);
  expect(run).toEqual({ stdout: `${resolve('src')} shop\n`, stderr: 'Warning: the file is old.\n', exitCode: 0 });
  const own = { profile: 'work', baseUrl: 'http://wf.test', timeout: '3', app: 'shop' };
  expect(asked).toEqual([{ flags: own, env: TRUSTING, cwd: resolve('src') }]);
});

test('the flags of another line replace those that it has', async () => {
  const { asked } = await look('test', '--app', 'shop', '--profile', 'work');
  expect(asked[0]?.flags).toEqual({ profile: 'other', app: 'shop' });
});

test('an interactive list needs a terminal, and the same line without it is the next step', async () => {
  expect(await look('a b', '--interactive')).toEqual({
    stdout: '',
    stderr: "Error: --interactive needs an interactive terminal.\n  Try: wf look around 'a b'\n",
    exitCode: 2,
    asked: [],
  });
});
