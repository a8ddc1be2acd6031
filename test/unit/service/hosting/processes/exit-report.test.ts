import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createExitReport } from '../../../../../src/service/hosting/processes/exit-report.ts';

async function describe(text: string, code: unknown, signal: unknown = null): Promise<string> {
  const stderr = new PassThrough();
  const report = createExitReport(stderr);
  stderr.end(text);
  await setImmediate();
  return report.describeExit(code, signal, 256);
}

test('a process that printed nothing ends with its code or signal', async () => {
  expect(await describe('', 3)).toBe('ended with exit code 3.');
  expect(await describe('\n  \n', null, 'SIGKILL')).toBe('was ended by SIGKILL.');
  expect(createExitReport(null).describeExit(1, null, 256)).toBe('ended with exit code 1.');
});

test('its last five lines are shown, without the stack and the version of Node', async () => {
  const lines = [
    'one',
    'two',
    'three',
    'four',
    'five',
    'six  ',
    '',
    'Error: seven',
    '    at a.ts:1:1',
    'Node.js v24.1.0',
  ];
  expect(await describe(lines.join('\n'), 1)).toBe(
    'ended with exit code 1. Its last lines: three\nfour\nfive\nsix\nError: seven',
  );
});

test('only the end of a long output is stored', async () => {
  expect(await describe(`first\n${'x'.repeat(8187)}\nlast`, 1)).toBe(
    `ended with exit code 1. Its last lines: ${'x'.repeat(8187)}\nlast`,
  );
});

test('a process without memory is described by its limit', async () => {
  expect(await describe('FATAL ERROR: JavaScript heap out of memory', null, 'SIGABRT')).toBe(
    'used more than 256 MB of heap, the most that wf gives a workflow.',
  );
});
