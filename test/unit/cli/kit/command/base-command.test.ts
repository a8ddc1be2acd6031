import { Args, Flags } from '@oclif/core';
import { expect, test } from 'vitest';
import { BaseCommand } from '../../../../../src/cli/kit/command/base-command.ts';
import {
  APP_FLAG,
  EVENTS_FLAG,
  INTERACTIVE_FLAG,
  MARKDOWN_FLAG,
  YES_FLAG,
} from '../../../../../src/cli/kit/define/base-flags.ts';
import type { SettingsSources } from '../../../../../src/project/resolve-settings.ts';
import { fakeIo, runCommand, type RunOptions } from '../../../../helpers/run-command.ts';
import { setting, settingsOf } from '../../../../helpers/run-with-client.ts';

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

test('on a terminal, what is missing is asked for, and the whole command is printed', async () => {
  const terminal = { columns: 80, rows: 24 };
  const run = await runCommand(Greet, ['--times', '2'], { terminal, typed: 'Ann Lee\n' });
  expect(run.stdout).toBe('terminal 80 Ann Lee Ann Lee\n');
  expect(run.stderr).toContain("> wf greet --times 2 'Ann Lee'\ngreeting\n");
  const without = await runCommand(Greet, ['--times', '2']);
  expect(without).toMatchObject({ stdout: '', exitCode: 2 });
  expect(without.stderr).not.toContain('> wf greet');
});

test('on a terminal, a change that can be undone is confirmed, unless --yes was given', async () => {
  const terminal = { columns: 80, rows: 24 };
  const change = (argv: string[], options: RunOptions = {}) => runCommand(Change, argv, options);
  const asked = { stdout: 'true\n', stderr: 'Change it? [y/N] ' };
  expect(await change(['it'], { terminal, typed: 'y\n' })).toEqual({ ...asked, exitCode: 0 });
  expect(await change(['it'], { terminal, typed: 'n\n' })).toMatchObject({ stdout: '', exitCode: 130 });
  const unasked = { stdout: 'false\n', stderr: '', exitCode: 0 };
  expect(await change(['nothing'], { terminal })).toEqual(unasked);
  expect(await change(['it', '--yes'], { terminal })).toEqual(unasked);
  expect(await change(['it'])).toEqual(unasked);
  expect(await change(['it'], { terminal, env: { CI: 'true' } })).toEqual(unasked);
  const io = fakeIo({ terminal });
  expect(await change(['it'], { ports: { io: { ...io, stdout: fakeIo().stdout } } })).toMatchObject({ stderr: '' });
  expect(io.stderr.text).toBe('');
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

/** Runs the command with a session that notes its hooks, and whether it was closed. */
async function report(argv: string[]) {
  const opened: string[] = [];
  const run = await runCommand(Report, argv, {
    ports: {
      resolveSettings: async () => settingsOf(),
      openSession: async (_, { onRequest }) => {
        opened.push('open');
        onRequest?.({ ...ATTEMPT, url: 'http://wf.test/apps' });
        return { close: async () => void opened.push('close') } as never;
      },
    },
  });
  return { ...run, opened };
}

const ATTEMPT = { method: 'GET', status: 200, durationMs: 3, attempt: 1, requestId: null, failure: null };
const DEBUGGED = 'GET http://wf.test/apps → 200 (3 ms)\n';

test.each([
  [[], 'part 1\nplain true true false\n', 'line 1\n'],
  [['--tsv'], 'part 1\ntsv true true false\n', 'line 1\n'],
  [['--markdown'], 'part 1\nmarkdown true true false\n', 'line 1\n'],
  [['--events'], 'part 1\nplain true true false\n', '1\n'],
  [['--debug'], 'part 1\nplain true true false\n', `line 1\n${DEBUGGED}`],
  [['--timeout', '5'], 'part 1\nplain true false false\n', 'line 1\n'],
  [['--json'], '{"part":1}\n[\n  true,\n  true,\n  true\n]\n', ''],
])(
  'with %j, a session is opened once and closed, and parts and events have their form',
  async (argv, stdout, stderr) => {
    expect(await report(argv)).toEqual({ stdout, stderr, exitCode: 0, opened: ['open', 'close'] });
  },
);

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
    if (args.dir === 'typed') this.useFlags({ profile: 'other', app: '' });
    const { app } = await this.settings();
    await this.settings();
    await this.show({ json: null, view: () => ({ text: `${this.folder} ${app.value}`, remark: null }) });
  }
}

/** Resolves settings with a warning, and records from what. */
function settingsPort() {
  const asked: SettingsSources[] = [];
  const resolveSettings = async (sources: SettingsSources) => {
    asked.push(sources);
    return { ...settingsOf({ app: setting(sources.flags?.app ?? 'support') }), warnings: ['the file is old.'] };
  };
  return { asked, resolveSettings };
}

test('settings are those of the folder and the flags, read once, with their warnings', async () => {
  const { asked, resolveSettings } = settingsPort();
  const words = ['sub', '--app', 'shop', '--profile', 'work', '--base-url', 'http://wf.test', '--timeout', '3'];
  const { stdout, stderr } = await runCommand(Look, words, { cwd: '/srv', ports: { resolveSettings } });
  expect([stdout, stderr]).toEqual(['/srv/sub shop\n', 'Warning: the file is old.\n']);
  expect(asked).toEqual([
    {
      flags: { profile: 'work', baseUrl: 'http://wf.test', timeout: '3', app: 'shop' },
      env: expect.any(Object) as object,
      cwd: '/srv/sub',
    },
  ]);
});

test('the flags of another line replace those that it has', async () => {
  const { asked, resolveSettings } = settingsPort();
  await runCommand(Look, ['typed', '--app', 'shop', '--profile', 'work'], { cwd: '/srv', ports: { resolveSettings } });
  expect(asked[0]?.flags).toEqual({ profile: 'other', app: 'shop' });
});

test('an interactive list needs a terminal, and the same line without it is the next step', async () => {
  const { resolveSettings } = settingsPort();
  const run = await runCommand(Look, ['a b', '--interactive'], { ports: { resolveSettings } });
  expect(run).toEqual({
    stdout: '',
    stderr: "Error: --interactive needs an interactive terminal.\n  Try: wf look around 'a b'\n",
    exitCode: 2,
  });
});

test('--no-color is told to what is drawn', async () => {
  const [plain, colored] = [fakeIo(), fakeIo()];
  await runCommand(Greet, ['Ann', '--no-color'], { ports: { io: plain } });
  await runCommand(Greet, ['Ann'], { ports: { io: colored } });
  expect([plain.env, colored.env]).toEqual([{ NO_COLOR: '1' }, {}]);
});
