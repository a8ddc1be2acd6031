import { beforeEnd } from './before-end.ts';

/** Returns whether a command line contains a switch, even if it cannot be parsed. */
export function hasSwitch(argv: readonly string[], name: string): boolean {
  return beforeEnd(argv).includes(`--${name}`);
}

/** Returns whether the command line requests help: `--help` or `-h`, anywhere before `--`. */
export function hasHelpSwitch(argv: readonly string[]): boolean {
  return hasSwitch(argv, 'help') || beforeEnd(argv).includes('-h');
}

/** Returns whether the command line requests the version: `--version` or `-V`, anywhere before `--`. */
export function hasVersionSwitch(argv: readonly string[]): boolean {
  return hasSwitch(argv, 'version') || beforeEnd(argv).includes('-V');
}

/** Returns whether the command line requests a JSON document, so that an error must be one too. */
export function wantsJson(argv: readonly string[]): boolean {
  return beforeEnd(argv).some((word) => /^--(json|jq)(=|$)/.test(word));
}
