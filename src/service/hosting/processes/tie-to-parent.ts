import { existsSync, realpathSync } from 'node:fs';

const SETPRIV = '/usr/bin/setpriv';

/**
 * Chooses the program that runs Node with these flags. A process in an endless loop never sees its channel close; where
 * the system supports it, the process ends with its parent all the same.
 *
 * @param user - user that it runs as; only where `canTieToParent`
 */
export function programTiedToParent(
  flags: readonly string[],
  user: number | null = null,
): { execPath: string; execArgv: string[]; detached: boolean } {
  const node = process.execPath;
  if (!canTieToParent()) return { execPath: node, execArgv: [...flags], detached: false };
  // Detached from the terminal: its Ctrl-C would interrupt the calls that the parent drains.
  return { execPath: SETPRIV, execArgv: [...switchTo(user), '--pdeathsig', 'KILL', node, ...flags], detached: true };
}

/** Drops the service's groups and the means to regain its privileges. */
function switchTo(user: number | null): string[] {
  if (user === null) return [];
  return ['--reuid', String(user), '--regid', String(user), '--clear-groups', '--no-new-privs'];
}

/** Answers whether setpriv supports the option; BusyBox has a setpriv that does not. */
export function canTieToParent(): boolean {
  return process.platform === 'linux' && existsSync(SETPRIV) && realpathSync(SETPRIV).endsWith('setpriv');
}
