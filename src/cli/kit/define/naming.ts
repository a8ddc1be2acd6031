import type { NameKind } from '../../../use-cases/choose/name-kind.ts';

/**
 * What the value of a flag or an argument names. Prompts, shell completion and help read only this: no behaviour
 * depends on the text that describes the flag.
 */
export type Naming = {
  /** Kind of names, which only the service or this machine knows. */
  names?: NameKind;
  /** Whether the value may also be the path of a file. */
  allowsPath?: boolean;
  /** Whether the value may be several names, separated by commas. */
  isList?: boolean;
};

/** Reads the naming of a definition; oclif's types do not have these fields. */
export function namingOf(definition: object): Naming {
  return definition;
}

/** Labels the value in help: `--testset FILE|TESTSET`. */
export function valueWordOf({ names, allowsPath, isList }: Naming): string | undefined {
  const word = names?.split(' ').at(-1)?.toUpperCase();
  if (word === undefined) return undefined;
  return `${allowsPath ? 'FILE|' : ''}${word}${isList ? ',…' : ''}`;
}
