import type { NameKind } from '../../../use-cases/choose/name-kind.ts';

/**
 * What the value of a flag or an argument names. Prompts for missing words, shell completion and help read it here, and
 * nowhere else: the sentence that describes the flag changes nothing.
 */
export type Naming = {
  /** The kind of thing, whose names only the service or this machine knows. */
  names?: NameKind;
  /** Whether the path of a file may stand in the place of a name. */
  allowsPath?: boolean;
  /** Whether one word holds several names, separated by commas. */
  isList?: boolean;
};

/** Reads what a definition declares; oclif's types do not know these fields. */
export function namingOf(definition: object): Naming {
  return definition;
}

/** Names the value in help: `--testset FILE|TESTSET`. */
export function valueWordOf({ names, allowsPath, isList }: Naming): string | undefined {
  const word = names?.split(' ').at(-1)?.toUpperCase();
  if (word === undefined) return undefined;
  return `${allowsPath ? 'FILE|' : ''}${word}${isList ? ',…' : ''}`;
}
