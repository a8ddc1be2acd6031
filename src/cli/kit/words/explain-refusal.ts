import { CLIError } from '@oclif/core/errors';
import { integer } from '@oclif/core/flags';
import type { Interfaces } from '@oclif/core';
import { closestNames } from '../../../foundation/closest-names.ts';
import { isWfError } from '../../../foundation/errors/wf-error.ts';
import { explainRelations, type ParseState } from './explain-relations.ts';
import { missingArgument, unknownFlag, usageError } from './usage-error.ts';
import { labelOf, RefusedValue, type ValueDefinition } from './with-refusals.ts';

/** Converts an error of oclif's parser to ours; returns anything else unchanged. */
export function explainRefusal(error: unknown, flags: Interfaces.FlagInput): unknown {
  if (error instanceof RefusedValue) return explainValue(error);
  if (!(error instanceof CLIError)) return error;
  // oclif does not export the classes of these errors, so they are distinguished by their fields.
  const { flags: strange, args, parse } = error as CLIError & ParserFacts;
  if (strange?.[0] !== undefined) return unknownFlag(strange[0].replace(/=.*$/s, ''), flags);
  if (Array.isArray(args)) return explainArgs(args, parse);
  return explainRelations(parse) ?? usageError(toSentence(error.message));
}

/** Fields of oclif's errors; each has some of them. */
interface ParserFacts {
  readonly flags?: readonly string[];
  /** Unexpected arguments, or definitions without a value. */
  readonly args?: readonly unknown[];
  readonly parse?: Partial<ParseState>;
}

function explainArgs([first, ...others]: readonly unknown[], parse: ParserFacts['parse']): unknown {
  if (isDefinition(first)) {
    return missingArgument(
      labelOf(first.name),
      first.options ? `one of ${first.options.join(', ')}` : first.description,
    );
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

function explainValue({ label, text, definition, cause }: RefusedValue): unknown {
  if (isWfError(cause)) return cause;
  const typed = JSON.stringify(text);
  if (cause === undefined) return unknownChoice(label, text, definition.options?.map(String) ?? []);
  if (definition.parse === integer().parse) {
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
