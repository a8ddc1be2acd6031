import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findOwnCgroup } from '../../../../src/sandbox/cgroups/find-own-cgroup.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

/** As the kernel writes it: the place of the mount, and from which group on it shows them. */
const mounted = (root: string, folder: string, type = 'cgroup2'): string =>
  `22 21 0:20 / /proc rw shared:1 - proc proc rw\n23 21 0:21 ${root} ${folder} rw,relatime shared:2 - ${type} cgroup rw\n`;

test.each([
  [
    'a unit of systemd',
    '0::/system.slice/wf.service\n',
    mounted('/', '/sys/fs/cgroup'),
    '/sys/fs/cgroup/system.slice/wf.service',
  ],
  ['a container with its own groups', '0::/\n', mounted('/', '/sys/fs/cgroup'), '/sys/fs/cgroup'],
  [
    'a container that shows its own part',
    '0::/docker/a/b\n',
    mounted('/docker/a', '/sys/fs/cgroup'),
    '/sys/fs/cgroup/b',
  ],
  ['a container that shows another part', '0::/docker/a\n', mounted('/docker/b', '/sys/fs/cgroup'), null],
  ['a group above those that it may see', '0::/../other\n', mounted('/', '/sys/fs/cgroup'), null],
  ['both versions', '4:memory:/x\n0::/y\n', mounted('/', '/sys/fs/cgroup/unified'), '/sys/fs/cgroup/unified/y'],
  ['no group of version 2', '4:memory:/x\n', mounted('/', '/sys/fs/cgroup'), null],
  ['no mount of version 2', '0::/y\n', mounted('/', '/sys/fs/cgroup', 'cgroup'), null],
  ['a folder above the mount', '0::/\n', mounted('/docker', '/sys/fs/cgroup'), null],
  ['version 1 alone', '4:memory:/x\n', mounted('/', '/sys/fs/cgroup/memory', 'cgroup'), null],
])('%s', async (_, cgroup, mountinfo, found) => {
  await using folder = await tempFolder();
  await writeFile(folder.path('cgroup'), cgroup);
  await writeFile(folder.path('mountinfo'), mountinfo);
  expect(findOwnCgroup(folder.root)).toBe(found);
});

test('a system without these files', () => {
  expect(findOwnCgroup('/nowhere')).toBeNull();
});
