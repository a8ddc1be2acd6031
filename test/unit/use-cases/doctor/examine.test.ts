import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { UserError } from '../../../../src/errors/wf-error.ts';
import { checkNode, checkPort, judgeDisk, judgeSandbox } from '../../../../src/use-cases/doctor/check-machine.ts';
import { judgeClock } from '../../../../src/use-cases/doctor/check-service.ts';
import { examine } from '../../../../src/use-cases/doctor/examine.ts';
import { settingsOf } from '../../../helpers/run-with-client.ts';

const CHECKS = ['node', 'project', 'settings', 'service', 'key', 'clock', 'disk', 'port', 'sandbox', 'schemas'];

test.each([
  ['24.0.0', 'ok'],
  ['26.1.0', 'ok'],
  ['22.23.0', 'failed'],
])('Node %s is %s', (version, status) => {
  expect(checkNode(version).status).toBe(status);
});

test.each([
  [2 ** 40, 'ok'],
  [100 * 2 ** 20, 'warning'],
  [2 ** 20, 'failed'],
])('a disk with %i bytes left is %s', (free, status) => {
  expect(judgeDisk('/data', free).status).toBe(status);
});

test.each([
  ['Sat, 21 Nov 2026 19:00:00 GMT', 'ok', 'agree'],
  ['Sat, 21 Nov 2026 18:50:00 GMT', 'warning', '630 s ahead of'],
  ['Sat, 21 Nov 2026 19:05:00 GMT', 'warning', '270 s behind'],
  [undefined, 'skipped', 'does not send'],
])('with the service at %s, the clock is %s', (header, status, words) => {
  const finding = judgeClock(header, new Date('2026-11-21T19:00:30Z'));
  expect(finding).toMatchObject({ status, message: expect.stringContaining(words) });
});

test.each([
  ['bubblewrap', 'ok'],
  ['namespaces', 'ok'],
  ['permission-model', 'warning'],
] as const)('a sandbox by %s is %s', (kind, status) => {
  expect(judgeSandbox(kind).status).toBe(status);
});

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

test('findings are whole sentences, each with its repair', async () => {
  const found = (status: string, message: string, repair: string | null = null) => ({ status, message, repair });
  const MB = 2 ** 20;
  const free = (mb: string) => `${mb} MB are free at /data.`;
  const repair = 'Free space on this disk.';
  expect(judgeDisk('/data', 500 * MB)).toEqual({ check: 'disk', ...found('ok', free('500')) });
  expect(judgeDisk('/data', 500 * MB - 1)).toEqual({ check: 'disk', ...found('warning', free('500'), repair) });
  expect(judgeDisk('/data', 20 * MB)).toEqual({ check: 'disk', ...found('warning', free('20'), repair) });
  expect(judgeDisk('/data', 20 * MB - 1)).toEqual({ check: 'disk', ...found('failed', free('20'), repair) });
  expect(judgeDisk('/data', 2048 * MB)).toMatchObject({ message: free('2,048') });
  const now = new Date('2026-11-21T19:01:00Z');
  expect(judgeClock('Sat, 21 Nov 2026 19:00:00 GMT', now)).toEqual({
    check: 'clock',
    ...found('ok', "This machine's clock agrees with the service's."),
  });
  expect(judgeClock('Sat, 21 Nov 2026 18:59:59 GMT', now)).toEqual({
    check: 'clock',
    ...found('warning', "This machine's clock is 61 s ahead of the service's.", 'Synchronise the clock with NTP.'),
  });
  expect(judgeClock(undefined, now)).toEqual({
    check: 'clock',
    ...found('skipped', 'The service does not send its time.'),
  });
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
