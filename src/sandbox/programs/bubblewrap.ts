import type { HeldProgram, Launch } from '../held-program.ts';
import { DEVICES, INNER_USER, KERNEL_SETTINGS, type PrivateRoot } from './private-root.ts';
import { limitOptions, splitWords, switchUser } from './system-programs.ts';

export const BUBBLEWRAP_PROGRAMS = ['bwrap', 'unshare', 'prlimit', 'setpriv'] as const;

/**
 * Starts a program by bubblewrap: a private, read-only root, and namespaces of its own.
 *
 * The limit on processes counts those of the same user in the same user namespace. So a namespace surrounds bubblewrap:
 * otherwise the limit would count everything that this user runs.
 *
 * @param words - Node's flags, the script and its arguments
 */
export function launchByBubblewrap(
  { bwrap, unshare, prlimit, setpriv }: Readonly<Record<(typeof BUBBLEWRAP_PROGRAMS)[number], string>>,
  root: PrivateRoot,
  program: HeldProgram,
  words: readonly string[],
): Launch {
  const [file = bwrap, ...args] = [
    ...switchUser(setpriv, program.user),
    ...splitWords(`${unshare} --user --map-current-user`),
    prlimit,
    ...limitOptions(program.memoryMb),
    bwrap,
    ...optionsFor(root, program),
    process.execPath,
    ...words,
  ];
  return { file, args, detached: true, group: null };
}

function optionsFor({ files, nativeFiles, links }: PrivateRoot, program: HeldProgram): string[] {
  const { readable, hasNativeCode, socketFolder, hasNetwork } = program;
  return [
    ...splitWords('--unshare-user --disable-userns --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try'),
    ...(hasNetwork ? [] : ['--unshare-net']),
    ...splitWords(`--die-with-parent --cap-drop ALL --uid ${INNER_USER} --gid ${INNER_USER} --hostname wf`),
    ...splitWords('--proc /proc --dir /tmp --dir /dev'),
    ...KERNEL_SETTINGS.flatMap((path) => ['--ro-bind-try', path, path]),
    ...DEVICES.flatMap((device) => ['--dev-bind', device, device]),
    ...links.flatMap(({ source, target }) => ['--symlink', source, target]),
    ...[...files, ...(hasNativeCode ? nativeFiles : [])].flatMap(({ source, target }) => ['--ro-bind', source, target]),
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
    ...(socketFolder === null ? [] : ['--bind', socketFolder, socketFolder]),
    ...splitWords('--remount-ro / --chdir / --'),
  ];
}
