/**
 * Flags under which Node runs an author's code: it may read what is named here and call whom it likes, but write no
 * files, start no processes and load no native code. A guard-rail, not a wall. @source design §5
 */
export function permissionFlags(readable: readonly string[]): string[] {
  // Since 25, Node keeps a process off the network, too; before that it does not know the flag.
  const network = process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : [];
  return ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`), ...network];
}
