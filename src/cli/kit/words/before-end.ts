/** Returns the words before `--`, which ends the flags of a command line. */
export function beforeEnd(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}
