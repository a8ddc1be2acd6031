import { expect, test } from 'vitest';
import { findProgram, findPrograms } from '../../../src/sandbox/programs/system-programs.ts';
import { createReadOnlyOptions, launchByNamespaces } from '../../../src/sandbox/programs/namespaces.ts';

const MOUNTS = [
  '36 35 98:0 / / rw,relatime shared:1 - ext4 /dev/root rw,noexec',
  '37 36 0:40 / /tmp rw,nosuid,noexec - tmpfs tmpfs rw',
  '38 36 0:41 / /srv rw,noexecutables - ext4 /dev/sdb rw',
  '',
].join('\n');

test.each([
  [MOUNTS, '/tmp', 'bind,ro,nosuid,nodev,noexec'],
  [MOUNTS, '/tmp/bundle.js', 'bind,ro,nosuid,nodev,noexec'],
  [MOUNTS, '/tmporary', 'bind,ro,nosuid,nodev'],
  [MOUNTS, '/var/tmp', 'bind,ro,nosuid,nodev'],
  [MOUNTS, '/srv/bundle.js', 'bind,ro,nosuid,nodev'],
  [MOUNTS, '/', 'bind,ro,nosuid,nodev'],
  ['36 35 98:0 / / noexec,rw - ext4 /dev/root rw\n', '/srv/bundle.js', 'bind,ro,nosuid,nodev,noexec'],
  ['', '/srv/bundle.js', 'bind,ro,nosuid,nodev'],
])('a file keeps the restrictions of its mount: %j, %s, %s', (mounts, source, options) => {
  expect(createReadOnlyOptions(mounts)(source)).toBe(options);
});

test('a program that the system does not have is not found', () => {
  expect(findProgram('wf-has-no-such-program')).toBeNull();
  expect(findPrograms(['wf-has-no-such-program'])).toBeNull();
});

test('both shells that hold a program in namespaces close its channel and its socket, so that the service notices when the program does', () => {
  const names = ['unshare', 'prlimit', 'setpriv', 'mount', 'mkdir', 'ln', 'sh'] as const;
  const programs = Object.fromEntries(names.map((name) => [name, `/bin/${name}`])) as Record<
    (typeof names)[number],
    string
  >; // by construction
  const nothing = { flags: [], args: [], readable: [], linked: [], hasNativeCode: false, hasNetwork: false };
  const program = { ...nothing, script: 'host.js', memoryMb: 64, user: null };
  const { args } = launchByNamespaces(programs, { files: [], nativeFiles: [], links: [] }, program, ['host.js']);
  expect(args.join(' ').match(/ &\nexec 3>&- 4>&- /g)).toHaveLength(2);
});
