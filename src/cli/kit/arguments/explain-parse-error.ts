import { CLIError } from '@oclif/core/errors';
import type { Interfaces } from '@oclif/core';
import { closestNames } from '../../../foundation/closest-names.ts';
import { isWfError, usageError } from '../../../foundation/errors/wf-error.ts';
import { missingArgument, missingOneOf, toLong, unknownFlag } from './usage-error.ts';
import { type Definitions, type InvalidValue, isInvalidValue, labelOf, type ValueDefinition } from './value-errors.ts';

/** Converts an error of oclif's parser to ours; returns anything else unchanged. */
export function explainParseError(error: unknown, { flags, args: known }: Definitions): unknown {
  if (isInvalidValue(error)) return explainValue(error);
  if (!(error instanceof CLIError)) return error;
  // oclif does not export the classes of these errors, so they are distinguished by their fields.
  const { flags: strange, args, parse } = error as CLIError & ParserFacts;
  if (strange?.[0] !== undefined) return unknownFlag(strange[0].replace(/=.*$/s, ''), flags);
  if (Array.isArray(args)) return explainArgs(args, parse, known);
  return explainRelations(parse) ?? usageError(toSentence(error.message));
}

/** Fields of oclif's errors; each has some of them. */
interface ParserFacts {
  readonly flags?: readonly string[];
  /** Unexpected arguments, or definitions without a value. */
  readonly args?: readonly unknown[];
  readonly parse?: Partial<ParseState>;
}

function explainArgs(
  [first, ...others]: readonly unknown[],
  parse: ParserFacts['parse'],
  known: Interfaces.ArgInput,
): unknown {
  if (isDefinition(first)) {
    // The parser got a copy without the choices, which it would check itself.
    const { options } = known[first.name] ?? first;
    return missingArgument(labelOf(first.name), options ? `one of ${options.join(', ')}` : first.description);
  }
  const taken = Object.keys(parse?.input?.args ?? {}).map(labelOf);
  const takes = taken.length === 0 ? 'The command takes no arguments.' : `The command takes ${taken.join(' ')}.`;
  return usageError(
    `Unexpected ${others.length === 0 ? 'argument' : 'arguments'} ${[first, ...others].map((word) => JSON.stringify(word)).join(', ')}. ${takes}`,
  );
}

function isDefinition(value: unknown): value is Interfaces.ArgInput[string] {
  return typeof value === 'object' && value !== null;
}

function explainValue({ label, text, definition, cause }: InvalidValue): unknown {
  if (isWfError(cause)) return cause;
  const typed = JSON.stringify(text);
  if (cause === undefined) return unknownChoice(label, text, definition.options?.map(String) ?? []);
  if (definition.isInteger === true) {
    return usageError(`${label} takes a whole number${describeRange(definition)}, not ${typed}.`);
  }
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return usageError(toSentence(`${label} cannot be ${typed}${reason}`));
}

function unknownChoice(label: string, text: string, choices: readonly string[]): Error {
  const near = closestNames(text, choices);
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  return usageError(`${label} cannot be ${JSON.stringify(text)}.${hint} It is one of ${choices.join(', ')}.`);
}

function describeRange({ min, max }: ValueDefinition): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of ${min} or more`;
  return max === undefined ? '' : ` of ${max} or less`;
}

function toSentence(message: string): string {
  return message.replace(/\.?$/, '.');
}

export interface ParseState {
  readonly input: Definitions;
  readonly output: {
    readonly flags: Readonly<Record<string, unknown>>;
    readonly metadata: { readonly flags: Readonly<Record<string, { readonly setFromDefault?: boolean } | undefined>> };
  };
}

/**
 * Describes which flags are missing or exclude each other. oclif has checked this, but its error contains only text.
 *
 * @returns `null` if the flags are valid: the error has another cause
 */
export function explainRelations(parse: Partial<ParseState> | undefined): Error | null {
  const { input, output } = parse ?? {};
  if (input === undefined || output === undefined) return null;
  const isGiven = (name: string) =>
    output.flags[name] !== undefined && output.metadata.flags[name]?.setFromDefault !== true;
  for (const [name, flag] of Object.entries(input.flags)) {
    if (flag.exactlyOne !== undefined) {
      const wrong = explainExactlyOne(flag.exactlyOne, isGiven);
      if (wrong !== null) return wrong;
    }
    if (flag.required && !isGiven(name)) return missingArgument(toLong(name), flag.summary ?? flag.description);
    if (!isGiven(name)) continue;
    const other = flag.exclusive?.filter(isText).find((excluded) => excluded !== name && isGiven(excluded));
    if (other !== undefined)
      return usageError(`${toLong(name)} and ${toLong(other)} exclude each other: use only one.`);
    const absent = flag.dependsOn?.find((needed) => !isGiven(needed));
    if (absent !== undefined) return usageError(`${toLong(name)} also needs ${toLong(absent)}.`);
  }
  return null;
}

function explainExactlyOne(names: readonly string[], isGiven: (name: string) => boolean): Error | null {
  const given = names.filter(isGiven);
  if (given.length === 0) return missingOneOf(names.map(toLong));
  if (given.length === 1) return null;
  return usageError(`Use exactly one of ${names.map(toLong).join(', ')}, not ${given.map(toLong).join(' and ')}.`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
