import { spawn } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { tempFolder } from './temp-folder.ts';

/** Linux as a program, from Debian's and Ubuntu's package `user-mode-linux`. */
export const KERNEL = 'linux.uml';

/** What the shell's script finds: this machine's files, read-only, and control groups of version 2. */
const PREPARE = `#!/bin/sh
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TMPDIR=/run
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs -o mode=1777 run /run
mount -t cgroup2 groups /sys/fs/cgroup
`;

/** A kernel without a first process panics, so the power goes off before the script ends. */
const END = `
echo o > /proc/sysrq-trigger
sleep 60
`;

/**
 * Runs a shell's script as root of a separate kernel, over this machine's files, and returns what it printed. The kernel
 * is an ordinary process: no privileges are needed, and nothing of this machine changes.
 *
 * @source Linux, Documentation/virt/uml/user_mode_linux_howto_v2.rst
 */
export async function runInKernel(script: string): Promise<string> {
  await using folder = await tempFolder();
  const init = folder.path('init');
  await writeFile(init, `${PREPARE}${script}${END}`);
  await chmod(init, 0o755);
  const options = [
    'mem=1G',
    'rootfstype=hostfs',
    'rootflags=/',
    'ro',
    `init=${init}`,
    'con=null',
    'con0=null,fd:1',
    'quiet',
  ];
  // Its memory is a file in TMPDIR.
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder.root, TMPDIR: folder.root };
  const child = spawn(KERNEL, options, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  return await text(child.stdout);
}
