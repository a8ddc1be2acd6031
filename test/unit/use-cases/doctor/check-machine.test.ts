import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  checkDisk,
  checkNode,
  checkPort,
  existingFolder,
  judgeDisk,
  judgeSandbox,
} from '../../../../src/use-cases/doctor/check-machine.ts';

test('a Node that is too old is replaced by the command shown', () => {
  expect(checkNode('22.23.0')).toEqual({
    check: 'node',
    status: 'failed',
    message: 'Node 22.23.0 is older than 24.',
    repair: 'npm install node@24',
  });
  expect(checkNode('24.0.0')).toMatchObject({ status: 'ok', message: 'Node 24.0.0.', repair: null });
});

test.each([
  ['bubblewrap', 'bubblewrap confines deployed code.', null],
  ['namespaces', 'Namespaces confine deployed code.', null],
  ['permission-model', 'Only Node confines deployed code.', 'wf help security'],
] as const)('the sandbox %s is described', (kind, message, repair) => {
  expect(judgeSandbox(kind)).toMatchObject({ check: 'sandbox', message, repair });
});

const MEGABYTE = 2 ** 20;

test.each([
  [500 * MEGABYTE, 'ok', null],
  [500 * MEGABYTE - 1, 'warning', 'Free space on this disk.'],
  [20 * MEGABYTE, 'warning', 'Free space on this disk.'],
  [20 * MEGABYTE - 1, 'failed', 'Free space on this disk.'],
])('%i free bytes are %s', (free, status, repair) => {
  expect(judgeDisk('/data', free)).toMatchObject({ check: 'disk', status, repair });
});

test('free space is reported in megabytes', () => {
  expect(judgeDisk('/data', 2 ** 31).message).toBe('2,048 MB are free at /data.');
});

test('a folder that is yet to be created is judged by its nearest parent', () => {
  const folder = join(import.meta.dirname, 'none', 'here');
  expect(checkDisk(folder).message).toMatch(/^[\d,]+ MB are free at .+here\.$/);
});

test('the nearest folder that exists is found', () => {
  const here = import.meta.dirname;
  expect([here, join(here, 'none'), join(here, 'none/here'), '/', '/none/here'].map(existingFolder)).toEqual([
    here,
    here,
    here,
    '/',
    '/',
  ]);
});

test('a folder that exists is judged itself', () => {
  const folder = import.meta.dirname;
  expect(checkDisk(folder).message).toContain(` MB are free at ${folder}.`);
  expect(checkDisk('/').message).toContain(' MB are free at /.');
});

test('a free port is named with its command', async () => {
  const finding = await checkPort(null, 0);
  expect(finding).toMatchObject({ status: 'ok', message: 'Port 0, the default of wf serve, is free.' });
});
