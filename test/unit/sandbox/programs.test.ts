import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { HeldProgram } from '../../../src/sandbox/held-program.ts';
import { launchByBubblewrap } from '../../../src/sandbox/programs/bubblewrap.ts';
import { findProgram, findPrograms } from '../../../src/sandbox/programs/find-program.ts';
import { launchByNamespaces } from '../../../src/sandbox/programs/namespaces.ts';
import { createReadOnlyOptions } from '../../../src/sandbox/programs/read-only-options.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const NAMES = ['bwrap', 'unshare', 'prlimit', 'setpriv', 'mount', 'mkdir', 'ln', 'sh'] as const;
const programs = Object.fromEntries(NAMES.map((name) => [name, `/bin/${name}`])) as Record<
  (typeof NAMES)[number],
  string
>; // by construction

/** The command line that holds a program without rights, other than those that are given. */
async function launch(by: typeof launchByBubblewrap | typeof launchByNamespaces, rights: Partial<HeldProgram>) {
  await using folder = await tempFolder();
  for (const name of ["it's #1.js", 'libc.so', 'librt.so']) await writeFile(folder.path(name), '');
  const script = folder.path("it's #1.js");
  const root = {
    files: [{ source: folder.path('libc.so'), target: '/lib/libc.so.6' }],
    nativeFiles: [{ source: folder.path('librt.so'), target: '/lib/librt.so.1' }],
    links: [{ source: 'usr/lib', target: '/lib' }],
  };
  const nothing = { hasNativeCode: false, socketFolder: null, hasNetwork: false, user: null };
  const program = { flags: [], script, args: [], readable: [script], memoryMb: 64, ...nothing, ...rights };
  if (program.socketFolder !== null) program.socketFolder = folder.root;
  const { file, args, ...rest } = by(programs, root, program, ['--flag', 'host.js', 'one']);
  expect(rest).toEqual({ detached: true, group: null });
  return [file, ...args].join(' ').replaceAll(folder.root, '/folder').replaceAll(process.execPath, '/node');
}

const LIMITS = '/bin/prlimit --nproc=256 --nofile=1024 --fsize=1 --core=0 --data=1140850688';
const SWITCH = '/bin/setpriv --reuid 70001 --regid 70001 --clear-groups --no-new-privs';

describe.each([
  {
    kind: 'bubblewrap',
    by: launchByBubblewrap,
    always: [
      /^\/bin\/unshare --user --map-current-user/,
      LIMITS,
      ' --unshare-user --disable-userns --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try ',
      ' --die-with-parent --cap-drop ALL --uid 65534 --gid 65534 ',
      ' --ro-bind-try /proc/sys /proc/sys ',
      ' --symlink usr/lib /lib ',
      ' --ro-bind /folder/libc.so /lib/libc.so.6 ',
      " --ro-bind /folder/it's #1.js /folder/it's #1.js ",
      / --remount-ro \/ --chdir \/ -- \/node --flag host\.js one$/,
    ],
    offline: ' --unshare-net ',
    native: ' --ro-bind /folder/librt.so /lib/librt.so.1 ',
    socket: ' --bind /folder /folder ',
  },
  {
    kind: 'namespaces of a shell',
    by: launchByNamespaces,
    always: [
      /^\/bin\/setpriv --pdeathsig KILL --no-new-privs /,
      LIMITS,
      ' --user --map-root-user --mount --propagation private --pid --ipc --uts --cgroup ',
      ' --user --map-user=65534 --map-group=65534 --root=/sys --wd=/ ',
      `/bin/ln -s '\\''usr/lib'\\'' '\\''/sys/lib'\\''`,
      `'\\''/folder/libc.so /sys/lib/libc.so.6 none bind,ro,nosuid,nodev 0 0'\\''`,
      // Quoted for two shells, and escaped in the table of mounts.
      `: > '\\''/sys/folder/it'\\''\\'\\'''\\''s #1.js'\\''`,
      `'\\''/folder/it'\\''\\'\\'''\\''s\\040\\0431.js /sys/folder/it'\\''\\'\\'''\\''s\\040\\0431.js none bind,ro,nosuid,nodev 0 0'\\''`,
      `'\\''/sys/proc/sys /sys/proc/sys none bind,ro,nosuid,nodev,noexec 0 0'\\''`,
      '/bin/mount -n -o remount,bind,ro /sys\n',
      'echo 1 > /proc/sys/user/max_user_namespaces\n',
      'exec 3>&- 2> /dev/null\n',
      / wf \/node --flag host\.js one$/,
    ],
    offline: ' --net ',
    native: '/folder/librt.so /sys/lib/librt.so.1 none bind,ro,nosuid,nodev 0 0',
    socket: '/folder /sys/folder none bind 0 0',
  },
])('by $kind', ({ by, always, offline, native, socket }) => {
  test('a program sees only its files, in namespaces of its own, with limits', async () => {
    const command = await launch(by, {});
    for (const part of always) expect(command).toMatch(part);
  });

  test.each<[string, Partial<HeldProgram>, string]>([
    ['the libraries of native code', { hasNativeCode: true }, native],
    ['a folder for its socket', { socketFolder: 'one' }, socket],
    ['a user of its own', { user: 70_001 }, SWITCH],
  ])('a program gets %s only if it may', async (_, rights, part) => {
    expect([(await launch(by, {})).includes(part), (await launch(by, rights)).includes(part)]).toEqual([false, true]);
  });

  test('a program gets no network unless it may use one', async () => {
    expect(await launch(by, {})).toContain(offline);
    expect(await launch(by, { hasNetwork: true })).not.toContain(offline);
  });
});

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
