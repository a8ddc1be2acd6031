import { basename } from 'node:path';
import type { HeldProgram, Launch } from '../held-program.ts';
import { OWN_FOLDER, WORKING_FOLDER_OPTIONS, WORKING_NAME } from '../working-folder.ts';
import { DEVICES, INNER_USER, KERNEL_SETTINGS, type PrivateRoot } from './private-root.ts';
import { limitOptions, splitOptions, switchUser } from './system-programs.ts';

export const BUBBLEWRAP_PROGRAMS = ['bwrap', 'unshare', 'prlimit', 'setpriv', 'mount', 'sh'] as const;
type Programs = Readonly<Record<(typeof BUBBLEWRAP_PROGRAMS)[number], string>>;

/** Where the working folder is created before bubblewrap starts: a folder that every Linux has, and from which nothing is bound. */
const BEFORE = '/sys';

/**
 * Starts a program by bubblewrap: a private, read-only root, and namespaces of its own.
 *
 * The limit on processes counts those of the same user in the same user namespace. So a namespace surrounds bubblewrap:
 * otherwise the limit would count everything that this user runs. So does a network: the one that bubblewrap creates can
 * connect to itself, and the buffers of such connections are memory of the kernel's that no limit of a process counts.
 * And so does the working folder: bubblewrap limits the bytes of a folder in memory, but not the number of its files.
 *
 * @param args - Node's flags, the script and its arguments
 */
export function launchByBubblewrap(
  { bwrap, unshare, prlimit, setpriv, mount, sh }: Programs,
  root: PrivateRoot,
  program: HeldProgram,
  args: readonly string[],
): Launch {
  const [file = bwrap, ...rest] = [
    ...switchUser(setpriv, program.user),
    ...splitOptions(`${unshare} --user --map-root-user --mount${program.hasNetwork ? '' : ' --net'}`),
    sh,
    '-c',
    `${mount} -n -t tmpfs -o ${WORKING_FOLDER_OPTIONS} wf ${BEFORE} && exec "$@"`,
    'wf',
    prlimit,
    ...limitOptions(program.memoryMb),
    bwrap,
    ...optionsFor(root, program),
    process.execPath,
    ...args,
  ];
  return { file, args: rest, detached: true, group: null, folder: null };
}

function optionsFor({ files, nativeFiles, links }: PrivateRoot, program: HeldProgram): string[] {
  const { readable, linked, hasNativeCode } = program;
  const work = `${OWN_FOLDER}/${WORKING_NAME}`;
  return [
    ...splitOptions('--unshare-user --disable-userns --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try'),
    ...splitOptions(`--die-with-parent --cap-drop ALL --uid ${INNER_USER} --gid ${INNER_USER} --hostname wf`),
    ...splitOptions(`--proc /proc --dir /dev --bind ${BEFORE} ${OWN_FOLDER} --perms 0700 --dir ${work}`),
    ...linked.flatMap((path) => ['--symlink', path, `${work}/${basename(path)}`]),
    ...KERNEL_SETTINGS.flatMap((path) => ['--ro-bind-try', path, path]),
    ...DEVICES.flatMap((device) => ['--dev-bind', device, device]),
    ...links.flatMap(({ source, target }) => ['--symlink', source, target]),
    ...[...files, ...(hasNativeCode ? nativeFiles : [])].flatMap(({ source, target }) => ['--ro-bind', source, target]),
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
    ...splitOptions(`--remount-ro / --chdir ${work} --`),
  ];
}
