import type { BaseCommand } from '../kit/command/base-command.ts';
import type { Found } from './find-command.ts';

/** A command, as its module exports it. */
export interface CommandClass {
  id: string;
  readonly summary?: string | undefined;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly flags?: Readonly<Record<string, unknown>>;
  new (argv: string[], config: BaseCommand['config']): BaseCommand;
}

/** Each command's module by its name, as in `variants list`; loaded on demand. */
export type CommandTable = Readonly<Record<string, () => Promise<{ readonly default: CommandClass }>>>;

export interface ProgramFacts {
  readonly version: string;
  readonly ids: readonly string[];
}

export interface Runner {
  /** At least the commands of the current topic. */
  readonly commands: CommandTable;
  readonly runFound: (
    found: Found,
    argv: readonly string[],
    commands: CommandTable,
    program: ProgramFacts,
  ) => Promise<void>;
  readonly cacheCode?: () => void;
}

export interface DocsPage {
  readonly name: string;
  readonly title: string;
}

/** The differences between the installed program and the one run from source. */
export interface Program extends ProgramFacts {
  /** The help page of a command or topic; of the whole program for the empty id. */
  readonly readHelp: (id: string) => string | Promise<string>;
  readonly pages: readonly DocsPage[];
  readonly readPage: (name: string) => string | Promise<string>;
  readonly loadRunner: (found: Found) => Promise<Runner>;
}
