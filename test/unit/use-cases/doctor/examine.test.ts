import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES, UserError } from '../../../../src/foundation/errors/wf-error.ts';
import {
  checkNode,
  checkPort,
  examine,
  existingFolder,
  judgeDisk,
  judgeSandbox,
} from '../../../../src/use-cases/doctor/examine.ts';
import { explainError, explainErrors } from '../../../../src/use-cases/doctor/explain-error.ts';
import { settingsOf } from '../../../helpers/settings-of.ts';

const CHECKS = ['node', 'project', 'settings', 'service', 'key', 'clock', 'disk', 'port', 'sandbox', 'schemas'];

test('a port that is in use is a warning with a repair', async () => {
  await using server = Object.assign(createServer(), {
    [Symbol.asyncDispose]: async () => void server.close(),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await checkPort(null, port)).toMatchObject({ status: 'warning', repair: 'wf serve --port 0' });
  expect(await checkPort('http://wf.test:1', port)).toMatchObject({ status: 'warning' });
  expect(await checkPort(`http://localhost:${port}`, port)).toMatchObject({ status: 'ok', repair: null });
});

test('an unreachable service is reported, and the other checks run', async () => {
  const findings = await examine({
    settings: async () => settingsOf(),
    openSession: async () => {
      throw new UserError({ code: 'WF_UNREACHABLE', message: 'Nobody there.', nextSteps: ['wf serve'] });
    },
    now: () => new Date(),
  });
  expect(findings.map(({ check }) => check)).toEqual(CHECKS);
  expect(findings[3]).toEqual({ check: 'service', status: 'failed', message: 'Nobody there.', repair: 'wf serve' });
});

test('unreadable settings are reported', async () => {
  const findings = await examine({
    settings: async () => {
      throw new UserError({ code: 'WF_INVALID_INPUT', message: 'WF_TIMEOUT is "soon".' });
    },
    openSession: async () => {
      throw new Error('not asked');
    },
    now: () => new Date(),
  });
  expect(findings.map(({ check, status }) => [check, status]).filter(([, status]) => status !== 'skipped')).toEqual([
    ['node', 'ok'],
    ['settings', 'failed'],
    ['port', expect.stringMatching(/ok|warning/)],
    ['sandbox', expect.stringMatching(/ok|warning/)],
  ]);
  expect(findings).toHaveLength(CHECKS.length);
  expect(findings[2]).toMatchObject({ message: 'WF_TIMEOUT is "soon".', repair: 'wf config list' });
});

test('without a project, commands go to the embedded service', async () => {
  const findings = await examine({
    settings: async () => settingsOf(),
    openSession: () => Promise.reject(new Error('no service\nmore of it')),
    now: () => new Date(),
  });
  const of = (name: string) => findings.find(({ check }) => check === name);
  expect(of('project')).toEqual({
    check: 'project',
    status: 'skipped',
    message: 'There is no project in this folder or above it.',
    repair: null,
  });
  expect(of('settings')).toMatchObject({
    status: 'ok',
    message: expect.stringMatching(/^Commands go to .+; the profile is .+\.$/),
  });
  expect(of('service')).toEqual({
    check: 'service',
    status: 'failed',
    message: 'no service',
    repair: 'wf config list',
  });
  expect([of('key'), of('clock'), of('schemas')]).toEqual(
    ['key', 'clock', 'schemas'].map((check) => ({ check, status: 'skipped', message: 'No service.', repair: null })),
  );
});

test('a setting that deserves a warning is shown with it', async () => {
  const findings = await examine({
    settings: async () => ({ ...settingsOf(), warnings: ['One is old.', 'Two is odd.'] }),
    openSession: () => Promise.reject(new Error('no service')),
    now: () => new Date(),
  });
  expect(findings[2]).toEqual({
    check: 'settings',
    status: 'warning',
    message: 'One is old.',
    repair: 'wf config list',
  });
});

describe('the machine', () => {
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

  test('a free port is named with its command', async () => {
    const finding = await checkPort(null, 0);
    expect(finding).toMatchObject({ status: 'ok', message: 'Port 0, the default of wf serve, is free.' });
  });
});

describe('explanations', () => {
  test('every code has an explanation with remedies', () => {
    const errors = explainErrors();
    expect(errors.map(({ code }) => code)).toEqual(Object.keys(ERROR_CODES));
    expect(errors.filter(({ why, remedies }) => !why.endsWith('.') || remedies.length === 0)).toEqual([]);
  });

  test.each([['WF_NOT_FOUND'], ['not-found'], ['wf_not_found'], ['Not_Found']])('%s names WF_NOT_FOUND', (typed) => {
    expect(explainError(typed)).toMatchObject({ code: 'WF_NOT_FOUND', exit_code: 3 });
  });

  test('a mistyped code is rejected with a suggestion', () => {
    expect(() => explainError('unreachble')).toThrow(
      expect.objectContaining({ message: 'No error code is called "WF_UNREACHBLE". Did you mean WF_UNREACHABLE?' }),
    );
  });
});
