import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Interfaces } from '@oclif/core';
import { namingOf } from '../src/cli/kit/define/flags.ts';
import type { CommandModel, NamingModel } from '../src/use-cases/scripts/completion/command-model.ts';
import type { CommandClass } from './load-commands.ts';
import { toManual, toMarkdown } from './reference.ts';

/** Writes everything that is derived from the commands: completion data, the reference and the manual page. */
export async function writeReference(folder: string): Promise<void> {
  const commands = await readCommands();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'commands.json'), JSON.stringify(commands));
  await writeFile(join(folder, 'reference.md'), toMarkdown(commands));
  await writeFile(join(folder, 'wf.1'), toManual(commands));
}

/** Reads all commands' classes, sorted by name. */
export async function readCommands(): Promise<CommandModel[]> {
  const { COMMANDS } = await import('./load-commands.ts');
  return Object.entries(COMMANDS)
    .map(([id, Class]) => toModel(id.replaceAll(':', ' '), Class))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function toModel(id: string, Class: CommandClass): CommandModel {
  const { summary = '', description = '', examples = [], args = {}, flags = {}, baseFlags = {} } = Class;
  return {
    id,
    summary,
    description,
    examples: examples.map((example) => (typeof example === 'string' ? example : example.command)),
    args: Object.entries(args).map(([name, arg]) => ({
      name,
      description: arg.description ?? '',
      required: arg.required === true,
      multiple: arg.multiple === true,
      options: arg.options ?? [],
      ...toNamingModel(arg),
    })),
    flags: Object.entries({ ...baseFlags, ...flags })
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
        ...toNamingModel(flag),
      })),
  };
}

function toNamingModel(definition: object): NamingModel {
  const { names = null, isList = false } = namingOf(definition);
  return { names, isList };
}

function valueWord({ helpValue, options }: Interfaces.OptionFlag<unknown>): string {
  if (options !== undefined && options.length > 0) return options.join('|');
  return [helpValue ?? 'VALUE'].flat()[0] ?? 'VALUE';
}
