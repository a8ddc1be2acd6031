import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Config, type Command } from '@oclif/core';
import type { CommandModel } from '../src/use-cases/scripts/completion/command-model.ts';
import { toManual, toMarkdown } from './reference.ts';

/** Writes what is derived from the commands: the data for completion, the reference, the manual page. */
export async function writeReference(root: string, folder: string): Promise<void> {
  const commands = await readCommands(root);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'commands.json'), JSON.stringify(commands));
  await writeFile(join(folder, 'reference.md'), toMarkdown(commands));
  await writeFile(join(folder, 'wf.1'), toManual(commands));
}

/** Reads every command by oclif, sorted by its words. */
export async function readCommands(root: string): Promise<CommandModel[]> {
  const config = await Config.load({ root, devPlugins: false, userPlugins: false });
  return config.commands.map(toModel).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function toModel(command: Command.Loadable): CommandModel {
  const { id, summary = '', description = '', examples = [], args, flags } = command;
  return {
    id: id.replaceAll(':', ' '),
    summary,
    description,
    examples: examples.map((example) => (typeof example === 'string' ? example : example.command)),
    args: Object.entries(args).map(([name, arg]) => ({
      name,
      description: arg.description ?? '',
      required: arg.required === true,
      multiple: arg.multiple === true,
      options: arg.options ?? [],
    })),
    flags: Object.entries(flags)
      .filter(([, flag]) => flag.hidden !== true)
      .map(([name, flag]) => ({
        name,
        char: flag.char ?? null,
        summary: flag.summary ?? flag.description ?? '',
        value: flag.type === 'option' ? valueWord(flag) : null,
        required: flag.required === true,
        multiple: flag.type === 'option' && flag.multiple === true,
        options: flag.type === 'option' ? (flag.options ?? []) : [],
        isGlobal: flag.helpGroup === 'GLOBAL',
      })),
  };
}

function valueWord({ helpValue, options }: Command.Flag.Cached & { type: 'option' }): string {
  if (options !== undefined && options.length > 0) return options.join('|');
  return [helpValue ?? 'VALUE'].flat()[0] ?? 'VALUE';
}
