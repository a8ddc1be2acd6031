import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../helpers/temp-folder.ts';
import { openCgroups, findOwnCgroup } from '../../../src/sandbox/cgroups.ts';

/** Writes what the kernel shows of a group: plain files, which it would act upon. */
function show(folder: string, { controllers = 'cpu io memory pids', processes = String(process.pid) } = {}): string {
  mkdirSync(join(folder, 'held'), { recursive: true });
  for (const each of [folder, join(folder, 'held')]) {
    writeFileSync(join(each, 'cgroup.controllers'), `${controllers}\n`);
    writeFileSync(join(each, 'cgroup.procs'), each === folder ? `${processes}\n` : '');
  }
  writeFileSync(join(folder, 'held', 'cpu.weight'), '100\n');
  return folder;
}

const read = (folder: TempFolder | string, ...parts: string[]): string =>
  readFileSync(join(typeof folder === 'string' ? folder : folder.root, ...parts), 'utf8');

test('a process that is alone in its group moves into one of its own, and divides the rest', async () => {
  await using folder = await tempFolder();
  const groups = openCgroups(show(folder.root));
  expect(read(folder, 'service', 'cgroup.procs')).toBe(String(process.pid));
  expect(read(folder, 'cgroup.subtree_control')).toBe('+memory +pids +cpu');
  expect(read(folder, 'held', 'cgroup.subtree_control')).toBe('+memory +pids +cpu');
  expect(read(folder, 'held', 'cpu.weight')).toBe('50');
  const group = groups?.({ memoryMb: 100, processes: 256 });
  const place = dirname(group?.processes ?? '');
  expect(dirname(place)).toBe(folder.path('held'));
  expect([read(place, 'memory.max'), read(place, 'memory.oom.group'), read(place, 'pids.max')]).toEqual([
    String(164 * 1024 * 1024),
    '1',
    '256',
  ]);
});

test('a process that was given a group of its own divides the one around it', async () => {
  await using folder = await tempFolder();
  const own = join(show(folder.root, { processes: '' }), 'service');
  expect(openCgroups(own)).not.toBeNull();
  expect(read(folder, 'cgroup.subtree_control')).toBe('+memory +pids +cpu');
});

test('the processor is shared only where the kernel can share it', async () => {
  await using folder = await tempFolder();
  expect(openCgroups(show(folder.root, { controllers: 'memory pids' }))).not.toBeNull();
  expect(read(folder, 'cgroup.subtree_control')).toBe('+memory +pids');
});

test.each([
  ['shared with a shell', { processes: `${process.pid}\n7` }],
  ['that is not there', null],
])('a group %s is not divided', async (_, shown) => {
  await using folder = await tempFolder();
  const own = shown === null ? folder.path('none') : show(folder.root, shown);
  expect(openCgroups(own)).toBeNull();
  expect(readdirSync(folder.root)).not.toContain('service');
});

test('a group reports whether its memory ran out, and groups of a killed service are removed', async () => {
  await using folder = await tempFolder();
  const own = show(folder.root);
  mkdirSync(join(own, 'held', 'bundle-left'));
  const group = openCgroups(own)?.({ memoryMb: 1, processes: 1 });
  expect(readdirSync(join(own, 'held'))).not.toContain('bundle-left');
  const events = join(dirname(group?.processes ?? ''), 'memory.events');
  const told = ['oom 0\noom_kill 0\n', 'oom 1\noom_kill 1\noom_group_kill 1\n'].map((text) => {
    writeFileSync(events, text);
    return group?.hasRunOutOfMemory();
  });
  expect(told).toEqual([false, true]);
});

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
])('the own group is found in %s', async (_, cgroup, mountinfo, found) => {
  await using folder = await tempFolder();
  await writeFile(folder.path('cgroup'), cgroup);
  await writeFile(folder.path('mountinfo'), mountinfo);
  expect(findOwnCgroup(folder.root)).toBe(found);
});

test('a system without control groups has none', () => {
  expect(findOwnCgroup('/nowhere')).toBeNull();
});
