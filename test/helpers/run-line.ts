import type { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { findCommand } from '../../src/cli/start/find-command.ts';
import { COMMAND_FILES } from '../../commands/index.ts';
import { runCommand, type CommandRun, type RunOptions } from './run-command.ts';

type CommandClass = (new (argv: string[], config: BaseCommand['config']) => BaseCommand) & {
  readonly flags?: Readonly<Record<string, object>>;
  id?: string;
};

/**
 * Runs a command line in this process, over a real connection to the service that its flags name.
 *
 * @param line - words separated by blanks, as in `variants list --json`
 */
export async function runLine(line: string | readonly string[], options: RunOptions = {}): Promise<CommandRun> {
  const words = typeof line === 'string' ? line.split(' ') : line;
  const found = findCommand(words, Object.keys(COMMAND_FILES));
  if (found.kind !== 'command') throw new Error(`There is no command in: ${words.join(' ')}`);
  return await runCommand(await commandOf(found.id), [...found.argv], options);
}

/** Loads the class of a command by its id, such as `variants list`. */
export async function commandOf(id: string): Promise<CommandClass> {
  const file = new Map<string, string>(Object.entries(COMMAND_FILES)).get(id) ?? '';
  // The build loads every command's class by its file, too.
  const path = new URL(`../../commands/${file}`, import.meta.url).href;
  const { default: Class } = (await import(/* @vite-ignore */ path)) as { readonly default: CommandClass };
  // As the program does: messages repeat the typed line.
  Class.id = id;
  return Class;
}
