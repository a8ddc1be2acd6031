import { expect, test } from 'vitest';
import { createReadOnlyOptions } from '../../../../src/sandbox/programs/read-only-options.ts';

const MOUNTS = [
  '36 35 98:0 / / rw,relatime shared:1 - ext4 /dev/root rw,noexec',
  '37 36 0:40 / /tmp rw,nosuid,noexec - tmpfs tmpfs rw',
  '38 36 0:41 / /srv rw,noexecutables - ext4 /dev/sdb rw',
  '',
].join('\n');

test.each([
  ['/tmp', 'bind,ro,nosuid,nodev,noexec'],
  ['/tmp/bundle.js', 'bind,ro,nosuid,nodev,noexec'],
  ['/tmporary', 'bind,ro,nosuid,nodev'],
  ['/var/tmp', 'bind,ro,nosuid,nodev'],
  ['/srv/bundle.js', 'bind,ro,nosuid,nodev'],
  ['/', 'bind,ro,nosuid,nodev'],
])('a file at %s is bound with %s', (source, options) => {
  expect(createReadOnlyOptions(MOUNTS)(source)).toBe(options);
});

test('below a root without execution, no file may be executed', () => {
  const options = createReadOnlyOptions('36 35 98:0 / / noexec,rw shared:1 - ext4 /dev/root rw\n');
  expect(options('/srv/bundle.js')).toBe('bind,ro,nosuid,nodev,noexec');
});

test('without mounts, nothing is restricted further', () => {
  expect(createReadOnlyOptions('')('/srv/bundle.js')).toBe('bind,ro,nosuid,nodev');
});
