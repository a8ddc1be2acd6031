import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Makes a name for what this process holds in a database that others use, too. */
export function nameOwner(): string {
  return `${hostname()}/${process.pid}/${randomUUID()}`;
}

/** A process of this machine that has ended holds nothing; of another machine only the expiry tells. */
export function isGone(owner: string): boolean {
  const [host, pid] = owner.split('/');
  if (host !== hostname() || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
