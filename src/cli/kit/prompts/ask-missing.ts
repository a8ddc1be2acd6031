import type { Interfaces } from '@oclif/core';
import type { Choice, NameKind } from '../../../use-cases/choose/list-choices.ts';
import { namingOf } from '../define/flags.ts';
import { askLine } from './ask-line.ts';
import { ONE_OF } from '../../../foundation/errors/wf-error.ts';
import { chooseFrom, chooseOne, type ChoiceRules } from './choose-from.ts';
import { interrupted } from '../process/interruption.ts';
import type { Io } from '../process/io.ts';
import { type ParsedArguments, parseArguments } from '../arguments/parse-arguments.ts';
import { type Definitions, labelOf } from '../arguments/value-errors.ts';

export interface AskMissingOptions {
  /** The flag, as `--app`, or the argument, as `VARIANT`. */
  readonly missing: string;
  readonly flags: Interfaces.FlagInput;
  readonly args: Interfaces.ArgInput;
  readonly given: readonly string[];
  /** `null`: the service does not list them, so the user types one. */
  readonly listChoices: (kind: NameKind, given: readonly string[]) => Promise<readonly Choice[] | null>;
  readonly io: Io;
}

/**
 * Asks for a flag or an argument: with a list if its values are known, otherwise with a line.
 *
 * @returns the words to add to the command line; `null` if the command has no such flag or argument, or no choices
 * exist
 * @throws {WF_INTERRUPTED} when the user cancels
 */
export async function askMissing(options: AskMissingOptions): Promise<AddedArguments | null> {
  const names = options.missing.split(ONE_OF);
  if (names.length > 1) return await askOneOf(names, options);
  const word = findDefinition(options);
  if (word === null) return null;
  const choices = await choicesOf(word, options);
  if (choices?.length === 0 && !word.isOpen) return null;
  const question = `${options.missing}${word.about === '' ? '' : `: ${word.about}`}`;
  const values =
    choices === null || choices.length === 0
      ? [await askText(question, options.io)]
      : await chooseFrom(question, choices, word, options.io);
  return toArguments(word, values);
}

async function askOneOf(names: readonly string[], options: AskMissingOptions): Promise<AddedArguments | null> {
  const flagOf = (name: string) => options.flags[name.slice('--'.length)];
  const choices = names.map((value) => ({
    value,
    facts: [{ kind: 'text' as const, value: flagOf(value)?.summary ?? null }],
  }));
  const chosen = await chooseOne('Choose one', choices, options.io);
  if (flagOf(chosen)?.type === 'boolean') return { flags: [chosen], args: [] };
  return await askMissing({ ...options, missing: chosen });
}

/** Words to add at the start and at the end of the command line. */
export interface AddedArguments {
  readonly flags: readonly string[];
  readonly args: readonly string[];
}

type Definition = Interfaces.FlagInput[string] | Interfaces.ArgInput[string];

interface MissingDefinition extends ChoiceRules {
  readonly name: string;
  readonly isFlag: boolean;
  readonly about: string;
  readonly options: readonly string[] | undefined;
  readonly names: NameKind | undefined;
  /** Whether several values are one word, separated by commas. */
  readonly isList: boolean;
}

function findDefinition({ missing, flags, args }: AskMissingOptions): MissingDefinition | null {
  for (const [name, flag] of Object.entries(flags)) if (`--${name}` === missing) return toWanted(name, flag, true);
  for (const [name, arg] of Object.entries(args)) if (labelOf(name) === missing) return toWanted(name, arg, false);
  return null;
}

function toWanted(name: string, definition: Definition, isFlag: boolean): MissingDefinition {
  const { summary, description, options, multiple }: Described = definition;
  const { names, isList = false, allowsPath: isOpen = false } = namingOf(definition);
  return {
    name,
    isFlag,
    about: summary ?? description ?? '',
    options,
    names,
    isList,
    isMany: multiple === true || isList,
    isOpen,
  };
}

/** Properties that flags and arguments have in common. */
interface Described {
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly options?: readonly string[] | undefined;
  readonly multiple?: boolean | undefined;
}

async function choicesOf(
  word: MissingDefinition,
  { given, listChoices }: AskMissingOptions,
): Promise<readonly Choice[] | null> {
  if (word.options !== undefined) return word.options.map((value) => ({ value, facts: [] }));
  return word.names === undefined ? null : await listChoices(word.names, given);
}

export async function parsePresent(argv: readonly string[], definitions: Definitions): Promise<ParsedArguments> {
  return await parseArguments(argv, { flags: optional(definitions.flags), args: optional(definitions.args) });
}

function optional<Definition extends object>(all: Readonly<Record<string, Definition>>): Record<string, Definition> {
  return Object.fromEntries(
    Object.entries(all).map(([name, one]) => [name, { ...one, required: false, exactlyOne: undefined }]),
  );
}

async function askText(question: string, io: Io): Promise<string> {
  const answer = (await askLine(`${question}\n>`, io))?.trim() ?? '';
  if (answer === '') throw interrupted();
  return answer;
}

function toArguments({ name, isFlag, isList }: MissingDefinition, values: readonly string[]): AddedArguments {
  if (isFlag)
    return {
      flags: isList ? [`--${name}=${values.join(',')}`] : values.map((value) => `--${name}=${value}`),
      args: [],
    };
  return { flags: [], args: values.some((value) => value.startsWith('-')) ? ['--', ...values] : values };
}
