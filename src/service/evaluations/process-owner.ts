import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { hasCode } from '../../foundation/errors/wf-error.ts';

/** Creates a name for this process as an owner of leases and claims in a shared database. */
export function nameOwner(): string {
  return `${hostname()}/${process.pid}/${randomUUID()}`;
}

/** Answers whether an owner is a process of this machine that has ended. Owners on other machines merely expire. */
export function isGone(owner: string): boolean {
  const [host, pid] = owner.split('/');
  if (host !== hostname() || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
}
