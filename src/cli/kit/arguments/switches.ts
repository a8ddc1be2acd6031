import { usageError } from '../../../foundation/errors/wf-error.ts';

/** Returns whether a command line contains a switch, even if it cannot be parsed. */
export function hasSwitch(argv: readonly string[], name: string): boolean {
  return beforeDoubleDash(argv).includes(`--${name}`);
}

export function hasHelpSwitch(argv: readonly string[]): boolean {
  return hasSwitch(argv, 'help') || beforeDoubleDash(argv).includes('-h');
}

export function hasVersionSwitch(argv: readonly string[]): boolean {
  return hasSwitch(argv, 'version') || beforeDoubleDash(argv).includes('-V');
}

/** Returns whether the command line requests a JSON document, so that an error must be one too. */
export function wantsJson(argv: readonly string[]): boolean {
  return beforeDoubleDash(argv).some((word) => /^--(json|jq)(=|$)/.test(word));
}

/** A command line, and the fields of its `--json=FIELD,FIELD`. */
export interface FieldChoice {
  readonly argv: readonly string[];
  /** `null`: all of them. */
  readonly fields: readonly string[] | null;
}

/**
 * Extracts the fields of `--json=FIELD,FIELD`, leaving the plain switch that oclif knows.
 *
 * @throws {WF_USAGE} for an empty list
 */
export function takeJsonFields(argv: readonly string[]): FieldChoice {
  const word = beforeDoubleDash(argv).find((one) => one.startsWith('--json='));
  if (word === undefined) return { argv, fields: null };
  const fields = word
    .slice('--json='.length)
    .split(',')
    .map((field) => field.trim());
  if (fields.includes('')) throw usageError('--json= has an empty field: write --json=name,id.');
  const rest = takeJsonFields(argv.with(argv.indexOf(word), '--json'));
  return { argv: rest.argv, fields: [...fields, ...(rest.fields ?? [])] };
}

/** Returns the words before `--`, which ends the flags of a command line. */
export function beforeDoubleDash(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}
