/** Users that the tests of the sandbox can be: root also tries an ordinary one. */
export const SANDBOX_USERS: readonly (number | null)[] = process.getuid?.() === 0 ? [null, 70_001] : [null];

/** Programs without which a kind of sandbox is not found. */
export const HIDDEN_FOR = {
  bubblewrap: [],
  namespaces: ['/usr/bin/bwrap'],
  'permission-model': ['/usr/bin/bwrap', '/usr/bin/unshare'],
} as const;

/**
 * Lists the words before a program that hide others from it and run it as a user: a file of the system that others may
 * write is not one that the sandbox trusts.
 */
export function hidePrograms(paths: readonly string[], user: number | null): string[] {
  const asUser =
    user === null
      ? []
      : ['setpriv', '--reuid', String(user), '--regid', String(user), '--clear-groups', '--no-new-privs'];
  const mounts = paths.map((path) => `mount --bind /dev/null ${path}`);
  const own = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const hidden =
    paths.length === 0 ? [] : ['unshare', ...own, '--mount', 'sh', '-euc', `${mounts.join('\n')}\nexec "$@"`, 'wf'];
  return [...hidden, ...asUser];
}
