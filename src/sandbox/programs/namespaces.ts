import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { shellWord } from '../../foundation/shell-word.ts';
import { CHANNEL_DESCRIPTOR, type HeldProgram, type Launch, SOCKET_DESCRIPTOR } from '../held-program.ts';
import { type BoundFile, DEVICES, INNER_USER, KERNEL_SETTINGS, type PrivateRoot } from './private-root.ts';
import { limitOptions, splitOptions, switchUser } from './system-programs.ts';
import { OWN_FOLDER, WORKING_FOLDER_OPTIONS, WORKING_NAME } from '../working-folder.ts';

export const NAMESPACE_PROGRAMS = ['unshare', 'prlimit', 'setpriv', 'mount', 'mkdir', 'ln', 'sh'] as const;
type Programs = Readonly<Record<(typeof NAMESPACE_PROGRAMS)[number], string>>;

/** Where the private root is assembled: a folder that every Linux has, and from which nothing is bound. */
const ROOT = '/sys';
/**
 * Starts a program by util-linux: the same private root and namespaces as bubblewrap's, set up by a shell.
 *
 * One shell waits outside of the new process table. Another stays as its first process: Node in its place could not end
 * itself by a signal. The second user namespace has no rights over the first, which owns the mounts.
 */
export function launchByNamespaces(
  programs: Programs,
  root: PrivateRoot,
  program: HeldProgram,
  args: readonly string[],
): Launch {
  const { unshare, setpriv, sh } = programs;
  const [file = unshare, ...rest] = [
    ...switchUser(setpriv, program.user),
    ...splitOptions(`${setpriv} --pdeathsig KILL --no-new-privs`),
    ...splitOptions(`${unshare} --user --map-root-user --mount --propagation private --pid --ipc --uts --cgroup`),
    ...(program.hasNetwork ? [] : ['--net']),
    sh,
    '-euc',
    withoutChannel(`${setpriv} --pdeathsig KILL ${sh} -euc ${shellWord(toScript(programs, root, program))} wf "$@"`),
    'wf',
    process.execPath,
    ...args,
  ];
  return { file, args: rest, detached: true, group: null, folder: null };
}

function toScript(programs: Programs, { files, nativeFiles, links }: PrivateRoot, program: HeldProgram): string {
  const { mount, mkdir, ln, prlimit, unshare } = programs;
  const work = `${OWN_FOLDER}/${WORKING_NAME}`;
  const mounts = mountsOf([...files, ...(program.hasNativeCode ? nativeFiles : [])], program);
  const isFolder = new Map(mounts.map(({ source }) => [source, statSync(source).isDirectory()]));
  const folders = mounts.map(({ source, target }) => (isFolder.get(source) === true ? target : dirname(target)));
  const placeholders = mounts.filter(({ source }) => isFolder.get(source) === false).map(({ target }) => target);
  const options = ['--user', `--map-user=${INNER_USER}`, `--map-group=${INNER_USER}`, `--root=${ROOT}`, `--wd=${work}`];
  return [
    `${mount} -n -t tmpfs -o size=1m,mode=755 wf ${ROOT}`,
    `${mkdir} ${inRoot(OWN_FOLDER)}`,
    `${mount} -n -t tmpfs -o ${WORKING_FOLDER_OPTIONS} wf ${inRoot(OWN_FOLDER)}`,
    `${mkdir} -p ${[...new Set(['/proc', work, ...folders, ...links.map(({ target }) => dirname(target))])].map(inRoot).join(' ')}`,
    ...placeholders.map((path) => `: > ${inRoot(path)}`),
    `${mount} -n -t proc -o nosuid,nodev,noexec proc ${ROOT}/proc`,
    `printf '%s\\n' ${[...kernelMounts(), ...mounts].map((each) => shellWord(toTableLine(each))).join(' ')} > ${ROOT}/mounts`,
    `${mount} -n -a -T ${ROOT}/mounts`,
    `: > ${ROOT}/mounts`,
    ...[...links, ...program.linked.map((path) => ({ source: path, target: `${work}/${basename(path)}` }))].map(
      ({ source, target }) => `${ln} -s ${shellWord(source)} ${inRoot(target)}`,
    ),
    `${mount} -n -o remount,bind,ro ${ROOT}`,
    // No further user namespace: in one of its own, a process would have the rights to leave this root.
    'echo 1 > /proc/sys/user/max_user_namespaces',
    withoutChannel(`${prlimit} ${limitOptions(program.memoryMb).join(' ')} ${unshare} ${options.join(' ')} "$@"`),
  ].join('\n');
}

/**
 * Lets a shell run a command and close its own copies of the channel and the socket: otherwise the service would not notice
 * when the program closes its end. A shell also writes which signal ended its command, among what the program wrote.
 */
function withoutChannel(command: string): string {
  return `${command} < /dev/null &\nexec ${CHANNEL_DESCRIPTOR}>&- ${SOCKET_DESCRIPTOR}>&- 2> /dev/null\nset +e\nwait $!\nexit $?`;
}

interface Mount extends BoundFile {
  readonly options: string;
}

function mountsOf(files: readonly BoundFile[], { readable }: HeldProgram): Mount[] {
  const readOnlyOptions = createReadOnlyOptions();
  const same = (path: string): BoundFile => ({ source: path, target: path });
  return [
    ...DEVICES.map((device) => ({ ...same(device), options: 'bind' })),
    ...[...files, ...readable.map(same)].map((file) => ({ ...file, options: readOnlyOptions(file.source) })),
  ];
}

/** Binds settings of the kernel over themselves, once the private root has its own `/proc`. */
function kernelMounts(): Mount[] {
  const existing = KERNEL_SETTINGS.filter((path) => existsSync(path));
  return existing.map((path) => ({
    source: `${ROOT}${path}`,
    target: path,
    options: 'bind,ro,nosuid,nodev,noexec',
  }));
}

function inRoot(path: string): string {
  return shellWord(`${ROOT}${path}`);
}

/** @source fstab(5) */
function toTableLine({ source, target, options }: Mount): string {
  return `${escape(source)} ${escape(`${ROOT}${target}`)} none ${options} 0 0`;
}

function escape(path: string): string {
  return path.replaceAll(/[\\\s#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

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
