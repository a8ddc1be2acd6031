import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from '@oclif/core';
import { listCommands } from './list-commands.ts';

/** What is read of a command's class. oclif's own type says that all of it is there; what a command leaves out is not. */
export type CommandClass = Partial<
  Pick<Command.Class, 'args' | 'baseFlags' | 'description' | 'examples' | 'flags' | 'summary'>
>;

/** Every command's class by its id, as oclif reads them from package.json when wf is built: for help and the reference. */
export const COMMANDS = Object.fromEntries(
  await Promise.all(
    listCommands(join(import.meta.dirname, '..', 'commands')).map(async ({ id, file }) => {
      // Every file of the table has a command as its default export; test/architecture/commands.test.ts checks it.
      const { default: Class } = (await import(pathToFileURL(file).href)) as { default: CommandClass };
      return [id.replaceAll(' ', ':'), Class] as const;
    }),
  ),
);
