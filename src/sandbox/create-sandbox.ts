import { execFile } from 'node:child_process';
import { type Cgroup, findOwnCgroup, openCgroups } from './cgroups.ts';
import type { HeldProgram, Launch } from './held-program.ts';
import { launchByNode, permissionFlags } from './launch-by-node.ts';
import { BUBBLEWRAP_PROGRAMS, launchByBubblewrap } from './programs/bubblewrap.ts';
import { findProgram, findPrograms, MAX_PROCESSES } from './programs/system-programs.ts';
import { launchByNamespaces, NAMESPACE_PROGRAMS } from './programs/namespaces.ts';
import { findPrivateRoot } from './programs/private-root.ts';
import { createWorkingFolder, OWN_FOLDER } from './working-folder.ts';
import { SANDBOX_KINDS, type SandboxKind } from './sandbox-kind.ts';

/** Confines the processes that run the code of others. */
export interface Sandbox {
  launch(program: HeldProgram): Promise<Launch>;
  /** Returns how strongly it confines what runs as this user; tried once. @param user - `null`: this process's own */
  kindFor(user: number | null): Promise<SandboxKind>;
}

type Launcher = (program: HeldProgram) => Launch;

/** A machine that cannot start a program in this time cannot distinguish a sandbox from a failure. */
const TRIAL_MS = 10_000;
/** Starts Node and ends at once. */
const TRIAL: Omit<HeldProgram, 'user'> = {
  flags: [],
  script: '--version',
  args: [],
  readable: [],
  linked: [],
  hasNativeCode: false,
  hasNetwork: true,
  memoryMb: 512,
};

/** Creates a sandbox of the strongest kind that this machine has and permits. */
export function createSandbox({ kinds = SANDBOX_KINDS }: { readonly kinds?: readonly SandboxKind[] } = {}): Sandbox {
  ignoreDebuggerSignal();
  // Found on first use: most commands start no process.
  let prepared: Prepared | undefined;
  const prepare = (): Prepared => (prepared ??= findPrepared(kinds));
  const found = new Map<number | null, Promise<SandboxKind>>();
  const kindFor = (user: number | null): Promise<SandboxKind> => {
    const known = found.get(user) ?? findKind(prepare().launchers, user);
    found.set(user, known);
    return known;
  };
  return {
    kindFor,
    async launch(program) {
      const { launchers, inGroup } = prepare();
      const launcher = launchers.get(await kindFor(program.user)) ?? launchInFolder;
      return inGroup(launcher(program), program.memoryMb);
    },
  };
}

function launchInFolder(program: HeldProgram): Launch {
  return launchByNode({ ...program, folder: createWorkingFolder(program) });
}

interface Prepared {
  readonly inGroup: InGroup;
  readonly launchers: ReadonlyMap<SandboxKind, Launcher>;
}

/** Groups come first: a process may divide its own only while it is alone in it, and a trial's programs end a moment late. */
function findPrepared(kinds: readonly SandboxKind[]): Prepared {
  const inGroup = findGroups();
  return { inGroup, launchers: findLaunchers(kinds) };
}

type InGroup = (launch: Launch, memoryMb: number) => Launch;

/** Finds how to start a program in a control group, where this process may create one. */
function findGroups(): InGroup {
  const own = findOwnCgroup();
  const sh = findProgram('sh');
  const createGroup = own === null || sh === null ? null : openCgroups(own);
  if (createGroup === null || sh === null) return (launch) => launch;
  return (launch, memoryMb) => joinCgroup(sh, launch, createGroup({ memoryMb, processes: MAX_PROCESSES }));
}

function findLaunchers(kinds: readonly SandboxKind[]): ReadonlyMap<SandboxKind, Launcher> {
  const launchers = new Map<SandboxKind, Launcher>();
  if (process.platform !== 'linux') return launchers;
  const bubblewrap = kinds.includes('bubblewrap') ? findPrograms(BUBBLEWRAP_PROGRAMS) : null;
  const namespaces = kinds.includes('namespaces') ? findPrograms(NAMESPACE_PROGRAMS) : null;
  if (bubblewrap === null && namespaces === null) return launchers;
  const root = findPrivateRoot();
  if (bubblewrap !== null) {
    launchers.set('bubblewrap', (program) => launchByBubblewrap(bubblewrap, root, program, nodeArguments(program)));
  }
  if (namespaces !== null) {
    launchers.set('namespaces', (program) => launchByNamespaces(namespaces, root, program, nodeArguments(program)));
  }
  return launchers;
}

function nodeArguments({ flags, script, args, ...held }: HeldProgram): string[] {
  return [...permissionFlags({ ...held, writable: OWN_FOLDER }), ...flags, script, ...args];
}

/** The programs exist on machines that forbid what they do: in most containers, for example. */
async function findKind(launchers: ReadonlyMap<SandboxKind, Launcher>, user: number | null): Promise<SandboxKind> {
  for (const [kind, launcher] of launchers) {
    if (await runs(launcher({ ...TRIAL, user }))) return kind;
  }
  return 'permission-model';
}

async function runs({ file, args }: Launch): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  execFile(file, args, { env: {}, timeout: TRIAL_MS, killSignal: 'SIGKILL' }, (error, stdout) =>
    resolve(error === null && stdout.trim() === process.version),
  );
  return await promise;
}

/**
 * Keeps Node from opening its debugger on a signal, which would give any process of the same user all that this one
 * knows. Windows has no such signal.
 */
function ignoreDebuggerSignal(): void {
  if (process.platform === 'win32' || process.listeners('SIGUSR1').includes(ignore)) return;
  // A listener of JavaScript's takes the place of Node's own.
  process.on('SIGUSR1', ignore);
}

function ignore(): void {
  // The signal has no meaning for us.
}

/** A process that writes 0 moves itself. @source cgroups(7) */
const JOIN = 'echo 0 > "$0" && exec "$@"';

/** Starts a program in a control group: it joins before it switches its user or starts anything. */
function joinCgroup(sh: string, launch: Launch, group: Cgroup): Launch {
  return { ...launch, file: sh, args: ['-c', JOIN, group.processes, launch.file, ...launch.args], group };
}
