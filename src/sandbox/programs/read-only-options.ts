import { readFileSync } from 'node:fs';

/**
 * Returns the function that lists the mount options of a file or folder that is only read. A user namespace must not
 * drop a restriction of the mount that it binds from.
 *
 * @param mounts - the mounts of this process @source proc_pid_mountinfo(5)
 */
export function createReadOnlyOptions(
  mounts: string = readFileSync('/proc/self/mountinfo', 'utf8'),
): (source: string) => string {
  const noexec = findNoexecMounts(mounts);
  return (source) => {
    const isNoexec = noexec.some((mount) => mount === '/' || source === mount || source.startsWith(`${mount}/`));
    return `bind,ro,nosuid,nodev${isNoexec ? ',noexec' : ''}`;
  };
}

function findNoexecMounts(mounts: string): string[] {
  const lines = mounts.split('\n').map((line) => line.split(' '));
  return lines.flatMap(([, , , , target = '', options = '']) =>
    options.split(',').includes('noexec') ? [target] : [],
  );
}
