import { expect, test } from 'vitest';
import { reportError } from '../../../../../src/cli/kit/output/report-error.ts';
import { ServiceError } from '../../../../../src/errors/service-error.ts';
import { UserError } from '../../../../../src/errors/wf-error.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

const missing = new UserError({
  code: 'WF_NOT_FOUND',
  message: 'No variant is called "x".',
  nextSteps: ['wf variants list'],
  details: { kind: 'variant' },
});

test('people get a message and next steps', async () => {
  const io = fakeIo();
  expect(await reportError(missing, [], io)).toBe(3);
  expect([io.stdout.text, io.stderr.text]).toEqual(['', 'Error: No variant is called "x".\n  Try: wf variants list\n']);
});

test('--json gets a document on stderr', async () => {
  const io = fakeIo();
  const error = new ServiceError({ code: 'WF_CONFLICT', message: 'Taken.', status: 409 });
  expect(await reportError(error, ['--json'], io)).toBe(5);
  expect(io.stdout.text).toBe('');
  expect(JSON.parse(io.stderr.text)).toEqual({
    error: { code: 'WF_CONFLICT', message: 'Taken.', status: 409, request_id: null, details: null, next_steps: [] },
  });
});

test.each([
  ['the service failed at', 503, 'The database is full.', 'Error: The database is full.\n  Request: req-1\n'],
  ['is told already', 500, 'The service failed: req-1.', 'Error: The service failed: req-1.\n'],
  ['the caller can mend', 409, 'Taken.', 'Error: Taken.\n'],
])('the id of a request that %s is shown if it helps', async (_, status, message, text) => {
  const error = new ServiceError({ code: 'WF_FAILED', message, status, requestId: 'req-1' });
  const [person, program] = [fakeIo(), fakeIo()];
  await reportError(error, [], person);
  await reportError(error, ['--json'], program);
  expect(person.stderr.text).toBe(text);
  expect(JSON.parse(program.stderr.text)).toMatchObject({ error: { request_id: 'req-1' } });
});

test('foreign text cannot control the terminal, and is complete under --json', async () => {
  const detail = 'No \u001b[31mred\u001b[0m, \u001b]0;title\u0007no \u202egnp.exe,\nno bell\u0007.';
  const error = new ServiceError({ code: 'WF_NOT_FOUND', message: detail, status: 404, nextSteps: ['wf a\u001b[2J'] });
  const [person, program] = [fakeIo(), fakeIo()];
  await reportError(error, [], person);
  await reportError(error, ['--json'], program);
  expect(person.stderr.text).toBe('Error: No red, no gnp.exe,\nno bell.\n  Try: wf a\n');
  expect(JSON.parse(program.stderr.text)).toMatchObject({ error: { message: detail } });
});

const LONG = new UserError({
  code: 'WF_FAILED',
  message:
    'The file /home/ada/projects/support/wf.config.ts names no service.\n  1 | export default defineConfig({ app: "support" });',
  nextSteps: [
    'wf config list --profile staging --base-url http://localhost',
    'Check the address, and whether it is there.',
  ],
});

test('a terminal gets the message wrapped, but not paths, excerpts and next steps', async () => {
  const io = fakeIo({ terminal: { columns: 30, rows: 24 }, env: { NO_COLOR: '1' } });
  await reportError(LONG, [], io);
  expect(io.stderr.text.split('\n')).toEqual([
    'Error: The file',
    '/home/ada/projects/support/wf.config.ts',
    'names no service.',
    '  1 | export default defineConfig({ app: "support" });',
    '  Try: wf config list --profile staging --base-url http://localhost',
    '  Try: Check the address, and whether it is there.',
    '',
  ]);
});

test('colours do not count as width', async () => {
  const [plain, coloured] = [{ NO_COLOR: '1' }, {}].map((env) => fakeIo({ terminal: { columns: 44, rows: 24 }, env }));
  for (const io of [plain, coloured]) if (io !== undefined) await reportError(LONG, [], io);
  expect(coloured?.stderr.text.replace('\u001b[31mError:\u001b[39m', 'Error:')).toBe(plain?.stderr.text);
});

test('a pipe, and a terminal without a size, get each sentence on one line', async () => {
  for (const io of [fakeIo(), fakeIo({ terminal: { columns: 0, rows: 0 }, env: { NO_COLOR: '1' } })]) {
    await reportError(LONG, [], io);
    expect(io.stderr.text).toContain(
      'Error: The file /home/ada/projects/support/wf.config.ts names no service.\n  1 |',
    );
    expect(io.stderr.text).toContain('  Try: Check the address, and whether it is there.\n');
  }
});

test('--json after -- is not a flag', async () => {
  const io = fakeIo();
  await reportError(missing, ['--', '--json'], io);
  expect(io.stderr.text).toMatch(/^Error: /);
});

test.each([
  ['an error nobody raised on purpose', new TypeError('x is undefined'), 'wf has a bug: x is undefined'],
  ['a thrown string', 'boom', 'wf has a bug: boom'],
  ['an error without words', new Error(''), 'wf has a bug: an error without a message'],
])('%s is reported as a bug', async (_, error, message) => {
  const io = fakeIo();
  expect(await reportError(error, [], io)).toBe(1);
  expect(io.stderr.text).toBe(`Error: ${message}\n  Try: Run the same command with --debug and report the output.\n`);
});

test('a system error is not a bug', async () => {
  const io = fakeIo();
  const error = Object.assign(new Error("EACCES: permission denied, open '/x'"), { code: 'EACCES', syscall: 'open' });
  expect(await reportError(error, [], io)).toBe(1);
  expect(io.stderr.text).toBe("Error: System error: EACCES: permission denied, open '/x'.\n");
});

test('a stack is printed under --debug only, with its causes', async () => {
  const error = new Error('outer', { cause: new Error('inner') });
  const [plain, debug] = [fakeIo(), fakeIo()];
  await reportError(error, [], plain);
  await reportError(error, ['--debug'], debug);
  expect(plain.stderr.text).not.toContain('    at ');
  expect(debug.stderr.text).toMatch(/Error: outer\n {4}at [^]*Caused by: Error: inner\n {4}at /);
});

test('the label is red on a terminal, and plain under NO_COLOR', async () => {
  const terminal = { columns: 80, rows: 24 };
  const [colored, plain] = [fakeIo({ terminal }), fakeIo({ terminal, env: { NO_COLOR: '1' } })];
  await reportError(missing, [], colored);
  await reportError(missing, [], plain);
  expect(colored.stderr.text).toContain('\u001b[31mError:\u001b[39m');
  expect(plain.stderr.text).toMatch(/^Error: /);
});

test.each([
  [1200, 'x'.repeat(1200)],
  [1201, `${'x'.repeat(600)} … ${'x'.repeat(600)} (shortened; --debug shows all of it)`],
])('of a message of %i characters, a screen is shown', async (length, shown) => {
  const error = new UserError({ code: 'WF_FAILED', message: 'x'.repeat(length) });
  const [usual, debugged] = [fakeIo(), fakeIo()];
  await reportError(error, [], usual);
  await reportError(error, ['--debug'], debugged);
  expect(usual.stderr.text).toBe(`Error: ${shown}\n`);
  expect(debugged.stderr.text.startsWith(`Error: ${'x'.repeat(length)}\n`)).toBe(true);
});

test('the steps of a command stand below each other, and a message is wrapped on a terminal', async () => {
  const error = new UserError({ code: 'WF_FAILED', message: 'word '.repeat(8).trim(), nextSteps: ['one\ntwo'] });
  const io = fakeIo({ terminal: { columns: 20, rows: 24 }, env: { NO_COLOR: '1' } });
  await reportError(error, [], io);
  expect(io.stderr.text).toBe('Error: word word\nword word word word\nword word\n  Try: one\n       two\n');
});
