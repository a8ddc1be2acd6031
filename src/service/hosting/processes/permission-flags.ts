/**
 * Lists the flags for an author's code: it may read the named paths and use the network, but write no files, start no
 * processes and load no native code. A guard-rail, not a sandbox. @source design §5
 */
export function permissionFlags(readable: readonly string[]): string[] {
  // Node 25 and later restrict the network as well; earlier versions do not know the flag.
  const network = process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : [];
  return ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`), ...network];
}
