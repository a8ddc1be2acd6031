/** Answers whether a switch stands on a command line, also on one that cannot be parsed. */
export function hasSwitch(argv: readonly string[], name: string): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes(`--${name}`);
}
