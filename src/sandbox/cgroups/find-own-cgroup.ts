import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Finds the folder of this process's control group, version 2; `null` where the system has none, or does not show it.
 *
 * @param processFolder - the kernel's folder of this process
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
