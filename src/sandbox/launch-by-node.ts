import type { HeldProgram, Launch } from './held-program.ts';
import type { WorkingFolder } from './working-folder.ts';
import { findPrograms, switchUser } from './programs/system-programs.ts';

/** What Node alone can confine. */
type NodeProgram = Omit<HeldProgram, 'hasNetwork' | 'memoryMb' | 'linked'> &
  Pick<Permissions, 'isOnlyWatched'> & {
    /** Where it works and may write; `null`: nowhere. */
    readonly folder: WorkingFolder | null;
  };

/**
 * Starts a program by Node's permission model alone. A process in an endless loop never sees its channel close; where
 * the system supports it, the process ends with its parent all the same.
 */
export function launchByNode({ flags, script, args, user, folder, ...held }: NodeProgram): Launch {
  const writable = folder?.root ?? null;
  const command = [process.execPath, ...permissionFlags({ ...held, writable }), ...flags, script, ...args];
  const setpriv = findSetpriv();
  const [file = process.execPath, ...rest] =
    setpriv === null ? command : [...switchUser(setpriv, user), setpriv, '--pdeathsig', 'KILL', ...command];
  return { file, args: rest, detached: setpriv !== null, group: null, folder };
}

/** Finds util-linux' program; BusyBox has a `setpriv` that lacks the options. */
export function findSetpriv(): string | null {
  return findPrograms(['setpriv'])?.setpriv ?? null;
}

interface Permissions extends Pick<HeldProgram, 'readable' | 'hasNativeCode'> {
  /** The folder in which it may write; `null`: it writes nowhere. */
  readonly writable: string | null;
  /** Whether the program may do everything, and only learns what it may not do elsewhere. @defaultValue false */
  readonly isOnlyWatched?: boolean;
}

/**
 * Lists the flags of Node's permission model: the program may read the named paths and use the network, but write
 * only in its own folder, start no processes and, unless that is allowed, load no native code. A guard-rail, not a sandbox: the operating system does the rest,
 * where it can. @source design §5
 */
export function permissionFlags({ readable, writable, hasNativeCode, isOnlyWatched = false }: Permissions): string[] {
  return [
    isOnlyWatched ? '--permission-audit' : '--permission',
    ...[...readable, ...(writable === null ? [] : [writable])].map((path) => `--allow-fs-read=${path}`),
    ...(writable === null ? [] : [`--allow-fs-write=${writable}`]),
    ...(hasNativeCode ? ['--allow-addons', '--disable-warning=PERM0001'] : []),
    // Node 25 and later restrict the network as well; earlier versions do not know the flag.
    ...knownFlags('--allow-net'),
    // A signal of another process opens no debugger in it.
    ...knownFlags('--disable-sigusr1'),
  ];
}

function knownFlags(flag: string): string[] {
  return process.allowedNodeEnvironmentFlags.has(flag) ? [flag] : [];
}
