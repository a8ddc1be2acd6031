/** Lists the words before a program that switch to another user, without its groups and without a way back. */
export function switchUser(setpriv: string, user: number | null): string[] {
  if (user === null) return [];
  return [setpriv, '--reuid', String(user), '--regid', String(user), '--clear-groups', '--no-new-privs'];
}
