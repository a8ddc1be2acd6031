import type { Interfaces } from '@oclif/core';
import { checkFlagRelations, requireFlags } from './check-flag-relations.ts';
import type { FlagDefinition } from './flag-table.ts';
import { parseArgs } from './parse-args.ts';
import { parseValue } from './parse-value.ts';
import { readWords } from './read-words.ts';
import { usageError } from './usage-error.ts';

export interface ParseDefinitions {
  readonly flags: Interfaces.FlagInput;
  readonly args: Interfaces.ArgInput;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a command line says, in oclif's words. */
export interface ParsedArgv {
  readonly flags: Record<string, unknown>;
  readonly args: Record<string, unknown>;
  /** The words that are no flags, in order. */
  readonly argv: string[];
}

/**
 * Reads a command line by oclif's definitions of flags and arguments.
 *
 * @throws {WF_USAGE} naming the flag or argument that is unknown, missing or wrong
 */
export async function parseArgv(argv: readonly string[], { flags, args, env }: ParseDefinitions): Promise<ParsedArgv> {
  const words = readWords(argv, flags);
  const given: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const value = await valueOf(name, flag, words.flags.get(name), env);
    if (value !== undefined) given[name] = value;
  }
  checkFlagRelations(given, flags);
  const givenArgs = await parseArgs(words.args, args);
  requireFlags(given, flags);
  return { flags: await addDefaults(given, flags), args: givenArgs, argv: [...words.args] };
}

async function valueOf(
  name: string,
  flag: FlagDefinition,
  typed: readonly (string | boolean)[] | undefined,
  env: ParseDefinitions['env'],
): Promise<unknown> {
  if (flag.type === 'boolean') {
    const fromEnv = flag.env === undefined ? undefined : env[flag.env];
    return typed?.at(-1) ?? (fromEnv ? ['1', 'true', 'yes', 'y'].includes(fromEnv.toLowerCase()) : undefined);
  }
  const texts = textsOf(name, flag, typed, env);
  if (texts === undefined) return undefined;
  const values: unknown[] = [];
  for (const text of texts) values.push(await parseValue(`--${name}`, text, flag));
  return flag.multiple ? values : values[0];
}

function textsOf(
  name: string,
  flag: FlagDefinition & { type: 'option' },
  typed: readonly (string | boolean)[] | undefined,
  env: ParseDefinitions['env'],
): string[] | undefined {
  const texts = typed?.map(String) ?? (flag.env && env[flag.env] ? [env[flag.env] ?? ''] : undefined);
  if (texts === undefined) return undefined;
  if (!flag.multiple && texts.length > 1)
    throw usageError(`--${name} was given ${texts.length} times; once is enough.`);
  return flag.delimiter === undefined ? texts : texts.flatMap((text) => text.split(',').map((part) => part.trim()));
}

async function addDefaults(
  given: Readonly<Record<string, unknown>>,
  flags: Interfaces.FlagInput,
): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = { ...given };
  for (const [name, flag] of Object.entries(flags)) {
    if (name in given || flag.default === undefined) continue;
    // oclif types the context by flag; a default of ours reads only `flags`.
    const make = flag.default as unknown;
    all[name] = typeof make === 'function' ? await make({ flags: given, options: flag }) : make;
  }
  return all;
}
