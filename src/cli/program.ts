import type { BaseCommand } from './base-command.ts';
import type { Found } from './find-command.ts';

/** A command, as its module exports it. */
export interface CommandClass {
  id: string;
  new (argv: string[], config: BaseCommand['config']): BaseCommand;
}

/** Each command's module, by its words: `variants list`. Loaded only to run it. */
export type CommandTable = Readonly<Record<string, () => Promise<{ readonly default: CommandClass }>>>;

/** The part of the program that runs commands. */
export interface Runner {
  readonly commands: CommandTable;
  readonly runFound: (found: Found, argv: readonly string[], commands: CommandTable, version: string) => Promise<void>;
}

/** What differs between the installed program and the one run from source. */
export interface Program {
  readonly version: string;
  /** The words of every command. */
  readonly ids: readonly string[];
  /** The help page of a command or topic; of the whole program for the empty id. */
  readonly readHelp: (id: string) => string | Promise<string>;
  readonly loadRunner: () => Promise<Runner>;
}
