/** Answers whether a switch stands on a command line, also on one that cannot be parsed. */
export function hasSwitch(argv: readonly string[], name: string): boolean {
  return beforeEnd(argv).includes(`--${name}`);
}

/** Answers whether the words ask for help: `--help` or `-h`, anywhere before `--`. */
export function hasHelpSwitch(argv: readonly string[]): boolean {
  return hasSwitch(argv, 'help') || beforeEnd(argv).includes('-h');
}

/** Answers whether the words ask for a document, so that an error has to be one too. */
export function wantsJson(argv: readonly string[]): boolean {
  return beforeEnd(argv).some((word) => /^--(json|jq)(=|$)/.test(word));
}

function beforeEnd(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}
