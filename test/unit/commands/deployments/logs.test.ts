import { expect, test } from 'vitest';
import Logs from '../../../../commands/deployments/logs.ts';
import type { LogLine } from '../../../../src/contract/deployments/log.ts';
import { runWithClient } from '../../../helpers/run-with-client.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';

function line(stream: LogLine['stream'], text: string): LogLine {
  return { id: '01932c5e-4444-7000-8000-000000000001', created_at: '2026-11-20T12:00:00.000Z', stream, text };
}

const LINES = [line('stdout', 'ready'), line('stderr', '\u001B[31mno\u001B[0m\u0007'), line('service', 'ended')];
const TEXT = ['  ready', '! no', '* ended'].map((text) => `2026-11-20T12:00:00.000Z ${text}\n`).join('');

test('lines are shown with their time and stream, without escapes', async () => {
  const run = await runWithClient(Logs, [APP_ID, '--lines', '3'], { listLogs: async () => LINES });
  expect(run).toMatchObject({ stdout: TEXT, stderr: '', exitCode: 0 });
  expect(run.calls).toEqual([{ name: 'listLogs', input: { app_id: APP_ID, tail: 3 } }]);
});

test('the lines of one request are shown', async () => {
  const run = await runWithClient(Logs, [APP_ID, '--request', 'req-1'], { listLogs: async () => [] });
  expect(run.calls).toEqual([{ name: 'listLogs', input: { app_id: APP_ID, tail: 100, request_id: 'req-1' } }]);
});

test('without lines, standard output is empty and standard error says so', async () => {
  const run = await runWithClient(Logs, ['--app', APP_ID], { listLogs: async () => [] });
  const stderr = 'The deployed workflow has not written anything yet. Next: wf logs --follow\n';
  expect(run).toMatchObject({ stdout: '', stderr, exitCode: 0 });
});

/** Returns a stream, as the client does. */
const following = {
  // The helper's methods are asynchronous; a stream is made at once.
  listApps: async () => [{ app_id: APP_ID, app_name: 'support', app_type: null, updated_at: null }],
};

test('an unknown app is reported', async () => {
  const run = await runWithClient(Logs, ['suport'], following);
  expect(run).toMatchObject({ stdout: '', exitCode: 3 });
  expect(run.stderr).toContain('Did you mean support?');
});

test.each([
  ['--lines', '0'],
  ['--lines', '10001'],
  ['--lines', 'all'],
])('%s %s is rejected', async (...words) => {
  expect(await runWithClient(Logs, words, {})).toMatchObject({ exitCode: 2, calls: [] });
});
