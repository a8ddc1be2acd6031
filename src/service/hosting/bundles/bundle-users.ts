import { UserError } from '../../../foundation/errors/wf-error.ts';
import { findSetpriv } from '../../../sandbox/launch-by-node.ts';

/** Numbers of the users that bundles run as. They need no name and no home directory. */
export interface BundleUsers {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads `70000` or `70000-70099`.
 *
 * @throws {WF_USAGE} when it is neither, or names root
 * @throws {WF_INVALID_INPUT} when this service may not switch users on this machine
 */
export function requireBundleUsers(text: string): BundleUsers {
  const [, from, to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (!(first > 0 && last >= first)) {
    throw new UserError({
      code: 'WF_USAGE',
      message: `${JSON.stringify(text)} is not a user: expected a number above 0, or a range of them.`,
      nextSteps: ['wf serve --bundle-users 70000-70099'],
    });
  }
  if (process.platform === 'linux' && process.getuid?.() === 0 && findSetpriv() !== null) return { first, last };
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message:
      'Bundles can run as separate users only where the service runs as root on Linux, with setpriv of util-linux.',
    nextSteps: ['wf serve'],
  });
}

/** Assigns each tenant a user. Tenants share users only when there are more of them than users. */
export function createUserPool(users: BundleUsers | undefined): (tenant: string) => number | null {
  const given = new Map<string, number>();
  return (tenant) => {
    if (users === undefined) return null;
    const user = given.get(tenant) ?? users.first + (given.size % (users.last - users.first + 1));
    given.set(tenant, user);
    return user;
  };
}
