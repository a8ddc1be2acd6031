import { existsSync, realpathSync } from 'node:fs';

const SETPRIV = '/usr/bin/setpriv';

/**
 * The program that runs Node with these flags. A process that loops never sees its channel close; where the system can,
 * it ends with its parent, whatever it does.
 *
 * @param user - whom it runs as; only where `canTieToParent`
 */
export function programTiedToParent(
  flags: readonly string[],
  user: number | null = null,
): { execPath: string; execArgv: string[]; detached: boolean } {
  const node = process.execPath;
  if (!canTieToParent()) return { execPath: node, execArgv: [...flags], detached: false };
  // Detached from the terminal, whose Ctrl-C would cut the calls that the parent lets finish.
  return { execPath: SETPRIV, execArgv: [...switchTo(user), '--pdeathsig', 'KILL', node, ...flags], detached: true };
}

/** Neither the service's groups nor a way back to its rights. */
function switchTo(user: number | null): string[] {
  if (user === null) return [];
  return ['--reuid', String(user), '--regid', String(user), '--clear-groups', '--no-new-privs'];
}

/** BusyBox has a program of this name, too, but it does not know the option. */
export function canTieToParent(): boolean {
  return process.platform === 'linux' && existsSync(SETPRIV) && realpathSync(SETPRIV).endsWith('setpriv');
}
