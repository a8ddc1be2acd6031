import { expect, test } from 'vitest';
import { reportError, wrapProse } from '../../../../../src/cli/kit/output/report-error.ts';
import { ServiceError, UserError } from '../../../../../src/foundation/errors/wf-error.ts';
import { fakeIo, type FakeIoOptions } from '../../../../helpers/run-command.ts';

async function report(error: unknown, argv: readonly string[] = [], options: FakeIoOptions = {}) {
  const io = fakeIo(options);
  const exitCode = await reportError(error, argv, io);
  expect(io.stdout.text).toBe('');
  return { exitCode, text: io.stderr.text };
}

const documentOf = async (error: unknown) => JSON.parse((await report(error, ['--json'])).text) as unknown;
const errorOf = (message: string, facts: object = {}) => Object.assign(new Error(message), facts);

const MISSING = new UserError({
  code: 'WF_NOT_FOUND',
  message: 'No variant is called "x".',
  nextSteps: ['wf variants list'],
  details: { kind: 'variant' },
});

test('people get a message and next steps, also where --json is an argument', async () => {
  const text = 'Error: No variant is called "x".\n  Try: wf variants list\n';
  expect(await report(MISSING)).toEqual({ exitCode: 3, text });
  expect(await report(MISSING, ['--', '--json'])).toEqual({ exitCode: 3, text });
});

test.each([
  [{}, null, null],
  [{ status: 404, requestId: 'req-1' }, 404, 'req-1'],
  [{ status: '404', requestId: 7 }, null, null],
])('programs get a document, with status and request id if the error carries them: %j', async (fields, status, id) => {
  const { code, message, nextSteps, details } = MISSING;
  const error = Object.assign(new UserError({ code, message, nextSteps, details }), fields);
  expect(await documentOf(error)).toEqual({
    error: { code, message, status, request_id: id, details, next_steps: nextSteps },
  });
});

test.each([
  ['the service failed at', 503, 'The database is full.', 'Error: The database is full.\n  Request: req-1\n'],
  ['is told already', 500, 'The service failed: req-1.', 'Error: The service failed: req-1.\n'],
  ['the caller can mend', 409, 'Taken.', 'Error: Taken.\n'],
])('the id of a request that %s is shown if it helps', async (_, status, message, text) => {
  const error = new ServiceError({ code: 'WF_FAILED', message, status, requestId: 'req-1' });
  expect((await report(error)).text).toBe(text);
});

/** What a program says that Yarn's Plug'n'Play keeps from its packages. */
function lacking(name: string): string {
  const steps = ["Under Yarn's Plug'n'Play: yarn wf", 'Otherwise install wf again: npm install'];
  const tries = steps.map((step) => `  Try: ${step}\n`).join('');
  return `The package ${name} of wf cannot be loaded: the installation is not complete, or wf was started without its package manager.\n${tries}`;
}

const BUG = '\n  Try: Run the same command with --debug and report the output.\n';

test.each([
  [new TypeError('x is undefined'), `wf has a bug: x is undefined${BUG}`],
  ['boom', `wf has a bug: boom${BUG}`],
  [null, `wf has a bug: null${BUG}`],
  [new Error(''), `wf has a bug: an error without a message${BUG}`],
  [errorOf('No code.', { syscall: 'open' }), `wf has a bug: No code.${BUG}`],
  [errorOf('No call.', { code: 'ENOENT' }), `wf has a bug: No call.${BUG}`],
  [errorOf('EMFILE: too many files', { syscall: 'open', code: 'EMFILE' }), 'System error: EMFILE: too many files.\n'],
  [
    errorOf('ENOSPC: no space left, write', { syscall: 'write', code: 'ENOSPC' }),
    'The disk is full: ENOSPC: no space left, write.\n  Try: Free some space, and run the same command again.\n',
  ],
  [errorOf("Cannot find module 'esbuild'\nRequire stack:\n- /a", { code: 'MODULE_NOT_FOUND' }), lacking('esbuild')],
  [errorOf("Cannot find package '@a/b' imported from /c", { code: 'ERR_MODULE_NOT_FOUND' }), lacking('@a/b')],
  // A file of wf's own.
  [
    errorOf("Cannot find module '/a/b.js'", { code: 'ERR_MODULE_NOT_FOUND' }),
    `wf has a bug: Cannot find module '/a/b.js'${BUG}`,
  ],
])('only what nobody raised on purpose, no system error, and no missing package, is a bug: %s', async (error, text) => {
  expect(await report(error)).toEqual({ exitCode: 1, text: `Error: ${text}` });
});

test('foreign text cannot control the terminal, and is complete under --json', async () => {
  const detail = 'No \u001b[31mred\u001b[0m, \u001b]0;title\u0007no \u202egnp.exe,\nno bell\u0007.';
  const error = new ServiceError({ code: 'WF_NOT_FOUND', message: detail, status: 404, nextSteps: ['wf a\u001b[2J'] });
  expect((await report(error)).text).toBe('Error: No red, no gnp.exe,\nno bell.\n  Try: wf a\n');
  expect(await documentOf(error)).toMatchObject({ error: { message: detail } });
});

const LONG = new UserError({
  code: 'WF_FAILED',
  message:
    'The file /home/ada/projects/support/wf.config.ts names no service.\n  1 | export default defineConfig({ app: "support" });',
  nextSteps: ['wf config list --profile staging --base-url http://localhost', 'one\ntwo'],
});

test('a terminal gets the message wrapped, but not paths, excerpts and next steps', async () => {
  const narrow = { terminal: { columns: 30, rows: 24 } };
  const plain = (await report(LONG, [], { ...narrow, env: { NO_COLOR: '1' } })).text;
  expect(plain.split('\n')).toEqual([
    'Error: The file',
    '/home/ada/projects/support/wf.config.ts',
    'names no service.',
    '  1 | export default defineConfig({ app: "support" });',
    '  Try: wf config list --profile staging --base-url http://localhost',
    '  Try: one',
    '       two',
    '',
  ]);
  const coloured = (await report(LONG, [], narrow)).text;
  expect(coloured.startsWith('\u001b[31mError:\u001b[39m ')).toBe(true);
  expect(coloured.replace('\u001b[31mError:\u001b[39m', 'Error:')).toBe(plain);
});

test.each([{}, { terminal: { columns: 0, rows: 0 }, env: { NO_COLOR: '1' } }])(
  'a pipe, and a terminal without a size, get each sentence on one line: %j',
  async (options) => {
    const { text } = await report(LONG, [], options);
    expect(text).toContain('Error: The file /home/ada/projects/support/wf.config.ts names no service.\n  1 |');
  },
);

test('a stack is printed under --debug only, with its causes', async () => {
  const error = new Error('outer', { cause: new Error('inner') });
  expect((await report(error)).text).not.toContain('    at ');
  expect((await report(error, ['--debug'])).text).toMatch(/Error: outer\n {4}at [^]*Caused by: Error: inner\n {4}at /);
});

test.each([
  [1200, 'x'.repeat(1200)],
  [1201, `${'x'.repeat(600)} … ${'x'.repeat(600)} (shortened; --debug shows all of it)`],
])('of a message of %i characters, a screen is shown, and all under --debug', async (length, shown) => {
  const error = new UserError({ code: 'WF_FAILED', message: 'x'.repeat(length) });
  expect((await report(error)).text).toBe(`Error: ${shown}\n`);
  expect((await report(error, ['--debug'])).text.startsWith(`Error: ${'x'.repeat(length)}\n`)).toBe(true);
});

test.each([
  ['one two three', 8, 'one two\nthree'],
  ['one two three', 0, 'one two three'],
  ['two one', 3, 'two\none'],
  ['a b', 1, 'a\nb'],
  ['see https://wf.example/a/long/path here', 10, 'see\nhttps://wf.example/a/long/path\nhere'],
  ['one two three\n  indented code line\nfour five six', 8, 'one two\nthree\n  indented code line\nfour\nfive six'],
  ['漢字 漢字', 8, '漢字\n漢字'],
  ['漢字 漢字', 9, '漢字 漢字'],
])('%j is wrapped at %i columns', async (text, columns, wrapped) => {
  expect(await wrapProse(text, columns)).toBe(wrapped);
});
