import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from '@oclif/core';
import { listCommands } from './list-commands.ts';

/** The static properties of a command's class. In oclif's type all are required, but commands may omit some. */
export type CommandClass = Partial<
  Pick<Command.Class, 'args' | 'baseFlags' | 'description' | 'examples' | 'flags' | 'summary'>
>;

/**
 * Every command's class by its id, for help and the reference. oclif reads this through package.json during the build.
 */
export const COMMANDS = Object.fromEntries(
  await Promise.all(
    listCommands(join(import.meta.dirname, '..', 'commands')).map(async ({ id, file }) => {
      // Every file of the table has a command as its default export, as test/architecture/commands.test.ts checks.
      const { default: Class } = (await import(pathToFileURL(file).href)) as { default: CommandClass };
      return [id.replaceAll(' ', ':'), Class] as const;
    }),
  ),
);
