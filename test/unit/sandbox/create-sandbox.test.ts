import { expect, test } from 'vitest';
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts';
import { findProgram, findPrograms } from '../../../src/sandbox/programs/find-program.ts';

const program = {
  flags: ['--max-old-space-size=64'],
  script: '/srv/host.js',
  args: ['one'],
  readable: ['/srv'],
  hasNativeCode: false,
  socketFolder: null,
  hasNetwork: true,
  memoryMb: 64,
  user: null,
};

test('where nothing else is tried, the permission model holds a program', async () => {
  const sandbox = createSandbox({ kinds: ['permission-model'] });
  expect(await sandbox.kindFor(null)).toBe('permission-model');
  const { file, args } = await sandbox.launch(program);
  expect([file, ...args].join(' ')).toContain(`${process.execPath} --permission --allow-fs-read=/srv`);
  expect(args.slice(-3)).toEqual(['--max-old-space-size=64', '/srv/host.js', 'one']);
});

test('a kind is tried once for each user', async () => {
  const sandbox = createSandbox({ kinds: ['permission-model'] });
  const first = sandbox.kindFor(null);
  expect(sandbox.kindFor(null)).toBe(first);
  expect(sandbox.kindFor(70_001)).not.toBe(first);
  await Promise.all([first, sandbox.kindFor(70_001)]);
});

test('a program that the system does not have is not found', () => {
  expect(findProgram('wf-has-no-such-program')).toBeNull();
  expect(findPrograms(['wf-has-no-such-program'])).toBeNull();
});
