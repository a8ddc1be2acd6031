import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** A control group for one held process and what it starts. */
export interface Cgroup {
  /** File by which a process joins. */
  readonly processes: string;
  /** Whether the kernel has ended it for lack of memory. */
  hasRunOutOfMemory(): boolean;
  /** Removes the group once its processes have ended. */
  remove(): void;
}

interface CgroupLimits {
  readonly memoryMb: number;
  /** Threads and processes. */
  readonly processes: number;
}

type CreateCgroup = (limits: CgroupLimits) => Cgroup;

const NEEDED = ['memory', 'pids'];
const OPTIONAL = ['cpu'];
/** The group of this process. systemd names it so with `DelegateSubgroup=service`. */
const OWN = 'service';
/** The group around those of all held processes. */
const HELD = 'held';
/** Held processes together get this share when this process, whose share is 100, needs the processor, too. */
const CPU_WEIGHT = '50';
const MEBIBYTE = 1024 * 1024;
/** Page tables and caches count as well. Resident memory is watched from outside, with a closer limit and a message. */
const KERNEL_MB = 64;
/** The kernel releases a group a moment after the last process has ended. */
const REMOVE_AFTER_MS = [20, 200, 2000];

/**
 * Opens the creation of control groups; `null` where this process may not, as in most containers and below a shell.
 *
 * A group whose groups have limits may contain no process. So this process moves into a group of its own, which it does
 * only where it is alone: as a unit of systemd with `Delegate=yes`, for example.
 *
 * @source Linux, Documentation/admin-guide/cgroup-v2.rst
 */
export function openCgroups(own: string): CreateCgroup | null {
  try {
    const place = basename(own) === OWN ? dirname(own) : makeRoom(own);
    if (place === null) return null;
    const held = join(place, HELD);
    for (const folder of [place, held]) {
      if (folder === held) makeFolder(held);
      enable(folder);
    }
    if (existsSync(join(held, 'cpu.weight'))) writeFileSync(join(held, 'cpu.weight'), CPU_WEIGHT);
    for (const name of readdirSync(held)) if (name.startsWith(PREFIX)) removeEmpty(join(held, name));
    return (limits) => createCgroup(held, limits);
  } catch {
    // Not ours to divide, or read-only.
    return null;
  }
}

const PREFIX = 'bundle-';

function makeRoom(own: string): string | null {
  const processes = readFileSync(join(own, 'cgroup.procs'), 'utf8').trim();
  if (processes !== String(process.pid)) return null;
  makeFolder(join(own, OWN));
  writeFileSync(join(own, OWN, 'cgroup.procs'), processes);
  return own;
}

function enable(folder: string): void {
  const available = readFileSync(join(folder, 'cgroup.controllers'), 'utf8').trim().split(' ');
  const controllers = [...NEEDED, ...OPTIONAL.filter((name) => available.includes(name))];
  writeFileSync(join(folder, 'cgroup.subtree_control'), controllers.map((name) => `+${name}`).join(' '));
}

function createCgroup(held: string, { memoryMb, processes }: CgroupLimits): Cgroup {
  const folder = mkdtempSync(join(held, PREFIX));
  const set = (file: string, value: string | number): void => writeFileSync(join(folder, file), String(value));
  set('memory.max', (memoryMb + KERNEL_MB) * MEBIBYTE);
  set('memory.oom.group', 1);
  set('pids.max', processes);
  // Missing where the kernel has no swap.
  if (existsSync(join(folder, 'memory.swap.max'))) set('memory.swap.max', 0);
  return {
    processes: join(folder, 'cgroup.procs'),
    hasRunOutOfMemory: () => /^oom_kill [1-9]/m.test(readFileSync(join(folder, 'memory.events'), 'utf8')),
    remove: () => {
      for (const ms of REMOVE_AFTER_MS) setTimeout(() => removeEmpty(folder), ms).unref();
    },
  };
}

function makeFolder(folder: string): void {
  if (!existsSync(folder)) mkdirSync(folder);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Removed already, or still in use; then the next service removes it.
  }
}

/**
 * Finds the folder of this process's control group, version 2; `null` where the system has none, or does not show it.
 *
 * @source cgroups(7), proc_pid_mountinfo(5)
 */
export function findOwnCgroup(processFolder = '/proc/self'): string | null {
  try {
    // In a namespace, a group above its own shows as `/..`.
    const path = /^0::(\/(?!\.\.).*)$/m.exec(readFileSync(join(processFolder, 'cgroup'), 'utf8'))?.[1];
    const mount = findMount(readFileSync(join(processFolder, 'mountinfo'), 'utf8'));
    if (path === undefined || mount === null) return null;
    const below = relative(mount.root, path);
    return below === '..' || below.startsWith('../') ? null : join(mount.folder, below);
  } catch {
    // Not Linux, or the files are hidden.
    return null;
  }
}

/** Finds where the groups are mounted, and from which of them on. */
function findMount(mountinfo: string): { readonly root: string; readonly folder: string } | null {
  const [, root, folder] = /^\S+ \S+ \S+ (\S+) (\S+) .*? - cgroup2 /m.exec(mountinfo) ?? [];
  return root === undefined || folder === undefined ? null : { root, folder };
}
