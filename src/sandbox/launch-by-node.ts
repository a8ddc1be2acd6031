import type { HeldProgram, Launch } from './held-program.ts';
import { type Permissions, permissionFlags } from './node-flags.ts';
import { findPrograms } from './programs/find-program.ts';
import { switchUser } from './programs/switch-user.ts';

/** What Node alone can confine. */
type NodeProgram = Omit<HeldProgram, 'socketFolder' | 'hasNetwork' | 'memoryMb'> & Pick<Permissions, 'isOnlyWatched'>;

/**
 * Starts a program by Node's permission model alone. A process in an endless loop never sees its channel close; where
 * the system supports it, the process ends with its parent all the same.
 */
export function launchByNode({ flags, script, args, user, ...held }: NodeProgram): Launch {
  const words = [process.execPath, ...permissionFlags(held), ...flags, script, ...args];
  const setpriv = findSetpriv();
  const [file = process.execPath, ...rest] =
    setpriv === null ? words : [...switchUser(setpriv, user), setpriv, '--pdeathsig', 'KILL', ...words];
  return { file, args: rest, detached: setpriv !== null, group: null };
}

/** Finds util-linux' program; BusyBox has a `setpriv` that lacks the options. */
export function findSetpriv(): string | null {
  return findPrograms(['setpriv'])?.setpriv ?? null;
}
