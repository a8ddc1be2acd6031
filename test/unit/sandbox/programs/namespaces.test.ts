import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { launchByNamespaces } from '../../../../src/sandbox/programs/namespaces.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const programs = {
  unshare: '/bin/unshare',
  prlimit: '/bin/prlimit',
  setpriv: '/bin/setpriv',
  mount: '/bin/mount',
  mkdir: '/bin/mkdir',
  ln: '/bin/ln',
  sh: '/bin/sh',
};

/** Launches a program with every right or with none, over the files of a temporary folder. */
async function launch({ isFull }: { readonly isFull: boolean }) {
  await using folder = await tempFolder();
  await writeFile(folder.path("it's #1.js"), '');
  await writeFile(folder.path('libc.so'), '');
  const root = {
    files: [{ source: folder.path('libc.so'), target: '/lib/libc.so.6' }],
    nativeFiles: [{ source: folder.path('libc.so'), target: '/lib/librt.so.1' }],
    links: [{ source: 'usr/lib', target: '/lib' }],
  };
  const program = {
    flags: [],
    script: folder.path("it's #1.js"),
    args: [],
    readable: [folder.path("it's #1.js")],
    hasNativeCode: isFull,
    socketFolder: isFull ? folder.root : null,
    hasNetwork: isFull,
    memoryMb: 64,
    user: isFull ? 70_001 : null,
  };
  const launched = launchByNamespaces(programs, root, program, ['--flag', 'host.js', 'one']);
  const normalize = (text: string) =>
    text.replaceAll(folder.root, '/folder').replaceAll(process.execPath, '/node').replaceAll(OPTIONAL, '');
  return { ...launched, file: normalize(launched.file), args: launched.args.map(normalize) };
}

/** Settings that only some kernels have. */
const OPTIONAL = /'\\''\/sys\/proc\/(?:sysrq-trigger|irq|bus) \S+ none bind,ro,nosuid,nodev,noexec 0 0'\\'' /g;

test('a program gets its own root, and namespaces without a network', async () => {
  const { args, ...rest } = await launch({ isFull: false });
  expect(rest).toEqual({ file: '/bin/setpriv', detached: true, group: null });
  expect(args.join('\n')).toMatchInlineSnapshot(`
    "--pdeathsig
    KILL
    --no-new-privs
    /bin/unshare
    --user
    --map-root-user
    --mount
    --propagation
    private
    --pid
    --ipc
    --uts
    --cgroup
    --net
    /bin/sh
    -euc
    /bin/setpriv --pdeathsig KILL /bin/sh -euc '/bin/mount -n -t tmpfs -o size=1m,mode=755 wf /sys
    /bin/mkdir -p '\\''/sys/proc'\\'' '\\''/sys/tmp'\\'' '\\''/sys/dev'\\'' '\\''/sys/lib'\\'' '\\''/sys/folder'\\'' '\\''/sys/'\\''
    : > '\\''/sys/dev/null'\\''
    : > '\\''/sys/dev/random'\\''
    : > '\\''/sys/dev/urandom'\\''
    : > '\\''/sys/lib/libc.so.6'\\''
    : > '\\''/sys/folder/it'\\''\\'\\'''\\''s #1.js'\\''
    /bin/mount -n -t proc -o nosuid,nodev,noexec proc /sys/proc
    printf '\\''%s\\n'\\'' '\\''/sys/proc/sys /sys/proc/sys none bind,ro,nosuid,nodev,noexec 0 0'\\'' '\\''/dev/null /sys/dev/null none bind 0 0'\\'' '\\''/dev/random /sys/dev/random none bind 0 0'\\'' '\\''/dev/urandom /sys/dev/urandom none bind 0 0'\\'' '\\''/folder/libc.so /sys/lib/libc.so.6 none bind,ro,nosuid,nodev 0 0'\\'' '\\''/folder/it'\\''\\'\\'''\\''s\\040\\0431.js /sys/folder/it'\\''\\'\\'''\\''s\\040\\0431.js none bind,ro,nosuid,nodev 0 0'\\'' > /sys/mounts
    /bin/mount -n -a -T /sys/mounts
    : > /sys/mounts
    /bin/ln -s '\\''usr/lib'\\'' '\\''/sys/lib'\\''
    /bin/mount -n -o remount,bind,ro /sys
    echo 1 > /proc/sys/user/max_user_namespaces
    /bin/prlimit --nproc=256 --nofile=1024 --fsize=1 --core=0 --data=1140850688 /bin/unshare --user --map-user=65534 --map-group=65534 --root=/sys --wd=/ "$@" < /dev/null &
    exec 3>&- 2> /dev/null
    set +e
    wait $!
    exit $?' wf "$@" < /dev/null &
    exec 3>&- 2> /dev/null
    set +e
    wait $!
    exit $?
    wf
    /node
    --flag
    host.js
    one"
  `);
});

test('a program with a network, a socket and a user of its own gets just these', async () => {
  const { file, args } = await launch({ isFull: true });
  expect([file, ...args].join('\n')).toMatchInlineSnapshot(`
    "/bin/setpriv
    --reuid
    70001
    --regid
    70001
    --clear-groups
    --no-new-privs
    /bin/setpriv
    --pdeathsig
    KILL
    --no-new-privs
    /bin/unshare
    --user
    --map-root-user
    --mount
    --propagation
    private
    --pid
    --ipc
    --uts
    --cgroup
    /bin/sh
    -euc
    /bin/setpriv --pdeathsig KILL /bin/sh -euc '/bin/mount -n -t tmpfs -o size=1m,mode=755 wf /sys
    /bin/mkdir -p '\\''/sys/proc'\\'' '\\''/sys/tmp'\\'' '\\''/sys/dev'\\'' '\\''/sys/lib'\\'' '\\''/sys/folder'\\'' '\\''/sys/'\\''
    : > '\\''/sys/dev/null'\\''
    : > '\\''/sys/dev/random'\\''
    : > '\\''/sys/dev/urandom'\\''
    : > '\\''/sys/lib/libc.so.6'\\''
    : > '\\''/sys/lib/librt.so.1'\\''
    : > '\\''/sys/folder/it'\\''\\'\\'''\\''s #1.js'\\''
    /bin/mount -n -t proc -o nosuid,nodev,noexec proc /sys/proc
    printf '\\''%s\\n'\\'' '\\''/sys/proc/sys /sys/proc/sys none bind,ro,nosuid,nodev,noexec 0 0'\\'' '\\''/dev/null /sys/dev/null none bind 0 0'\\'' '\\''/dev/random /sys/dev/random none bind 0 0'\\'' '\\''/dev/urandom /sys/dev/urandom none bind 0 0'\\'' '\\''/folder/libc.so /sys/lib/libc.so.6 none bind,ro,nosuid,nodev 0 0'\\'' '\\''/folder/libc.so /sys/lib/librt.so.1 none bind,ro,nosuid,nodev 0 0'\\'' '\\''/folder/it'\\''\\'\\'''\\''s\\040\\0431.js /sys/folder/it'\\''\\'\\'''\\''s\\040\\0431.js none bind,ro,nosuid,nodev 0 0'\\'' '\\''/folder /sys/folder none bind 0 0'\\'' > /sys/mounts
    /bin/mount -n -a -T /sys/mounts
    : > /sys/mounts
    /bin/ln -s '\\''usr/lib'\\'' '\\''/sys/lib'\\''
    /bin/mount -n -o remount,bind,ro /sys
    echo 1 > /proc/sys/user/max_user_namespaces
    /bin/prlimit --nproc=256 --nofile=1024 --fsize=1 --core=0 --data=1140850688 /bin/unshare --user --map-user=65534 --map-group=65534 --root=/sys --wd=/ "$@" < /dev/null &
    exec 3>&- 2> /dev/null
    set +e
    wait $!
    exit $?' wf "$@" < /dev/null &
    exec 3>&- 2> /dev/null
    set +e
    wait $!
    exit $?
    wf
    /node
    --flag
    host.js
    one"
  `);
});
