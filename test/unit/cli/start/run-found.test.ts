import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const SOURCES = new URL('../../../../src/', import.meta.url);

/** The commands of the program under test; each is the body of `execute`. */
const COMMANDS = {
  greet: "this.ports.io.stdout.write(this.argv.join(' ') + ' ' + this.config.version + ' ' + this.constructor.id);",
  fail: "throw new UserError({ code: 'WF_NOT_FOUND', message: 'No app.', nextSteps: ['wf apps list'] });",
  crash:
    "setImmediate(() => { throw new Error('out of turn'); }); await new Promise(() => setInterval(() => {}, 60_000));",
  wait: "this.ports.io.stdout.write('ready'); await new Promise(() => setInterval(() => {}, 60_000));",
  listen: `const { signal } = this.ports.interruption;
    this.ports.interruption.explain(() => ({ text: 'Two rows are stored.', nextSteps: [] }));
    this.ports.io.stdout.write('ready');
    const timer = setInterval(() => {}, 60_000);
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    this.ports.io.stdout.write('stopping');
    if (this.argv[0] === 'slowly') return await new Promise(() => {});
    clearInterval(timer);
    throw signal.reason;`,
};

/** Runs words in a process, and sends it signals, each after what it writes to standard output. */
async function run(words: readonly string[], signals: readonly (readonly [string, NodeJS.Signals])[] = []) {
  const table = Object.entries(COMMANDS).map(
    ([id, body]) => `${id}: async () => ({ default: class extends Command { async execute() { ${body} } } })`,
  );
  const script = `const { runFound } = await import('${SOURCES.href}cli/start/run-found.ts');
    const { UserError } = await import('${SOURCES.href}foundation/errors/wf-error.ts');
    class Command { constructor(argv, config) { this.argv = argv; this.config = config; } }
    const [id, ...argv] = process.argv.slice(1);
    const commands = { ${table.join(', ')} };
    const found = Object.hasOwn(commands, id) ? { kind: 'command', id, argv } : { kind: 'nothing', words: [id] };
    await runFound(found, [id, ...argv], commands, { ids: Object.keys(commands), version: '1.2.3' });`;
  const env = { PATH: process.env['PATH'], NO_COLOR: '1' };
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, '--', ...words], { env });
  const stderr = text(child.stderr);
  let stdout = '';
  const waiting = [...signals];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += String(chunk);
    const [next] = waiting;
    if (next === undefined || !stdout.endsWith(next[0])) return;
    waiting.shift();
    child.kill(next[1]);
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  return { status, stdout, stderr: await stderr };
}

test.concurrent.each<[string, string[], Parameters<typeof run>[1], Awaited<ReturnType<typeof run>>]>([
  ['that succeeds', ['greet', 'a', 'b'], [], { status: 0, stdout: 'a b 1.2.3 greet', stderr: '' }],
  ['that fails', ['fail'], [], { status: 3, stdout: '', stderr: 'Error: No app.\n  Try: wf apps list\n' }],
  [
    'of an unknown name',
    ['gret'],
    [],
    { status: 2, stdout: '', stderr: 'Error: Unknown command wf gret. Did you mean wf greet?\n  Try: wf --help\n' },
  ],
  [
    'with an error outside of its promise',
    ['crash'],
    [],
    {
      status: 1,
      stdout: '',
      stderr: 'Error: wf has a bug: out of turn\n  Try: Run the same command with --debug and report the output.\n',
    },
  ],
  [
    'that does not listen, at once on Ctrl-C',
    ['wait'],
    [['ready', 'SIGINT']],
    { status: 130, stdout: 'ready', stderr: 'Error: Interrupted.\n' },
  ],
  [
    'that does not listen, at once on SIGTERM',
    ['wait'],
    [['ready', 'SIGTERM']],
    { status: 143, stdout: 'ready', stderr: 'Error: Interrupted.\n' },
  ],
  [
    'that listens, when it has stopped',
    ['listen'],
    [['ready', 'SIGTERM']],
    { status: 143, stdout: 'readystopping', stderr: 'Error: Interrupted.\n' },
  ],
  [
    'that listens, when its terminal closes',
    ['listen'],
    [['ready', 'SIGHUP']],
    { status: 129, stdout: 'readystopping', stderr: 'Error: Interrupted.\n' },
  ],
  [
    'that stops slowly, on a second signal',
    ['listen', 'slowly'],
    [
      ['ready', 'SIGTERM'],
      ['stopping', 'SIGINT'],
    ],
    { status: 130, stdout: 'readystopping', stderr: 'Error: Interrupted. Two rows are stored.\n' },
  ],
])('a command %s ends', async (_, words, signals, expected) => {
  expect(await run(words, signals)).toEqual(expected);
});
