import { basename } from 'node:path';
import { deriveAppName } from '../../../project/app-names.ts';
import { isFreeFolder } from '../../../use-cases/scaffold/place-files.ts';
import { PACKAGE_MANAGERS, type PackageManager } from '../../../use-cases/scaffold/package-manager.ts';
import type { Io } from '../process/io.ts';
import { askDefault, askYesByDefault } from './ask-line.ts';
import type { AddedArguments } from './ask-missing.ts';
import { chooseOne } from './choose-from.ts';

export interface AskProjectOptions {
  readonly given: {
    readonly dir?: string | undefined;
    readonly name?: string | undefined;
    readonly template?: string | undefined;
    readonly 'package-manager'?: string | undefined;
    readonly git?: boolean | undefined;
  };
  readonly folder: string;
  readonly templates: readonly { readonly name: string; readonly description: string }[];
  /** The package manager that is usual here; the default. */
  readonly packageManager: PackageManager;
  readonly io: Io;
}

/**
 * Asks for what the command line of `wf init` lacks: name, template, package manager, and whether to create a git
 * repository.
 *
 * @returns the words to add to the command line
 * @throws {WF_INTERRUPTED} when the user cancels
 */
export async function askProject({
  given,
  folder,
  templates,
  packageManager,
  io,
}: AskProjectOptions): Promise<AddedArguments> {
  const flags: string[] = [];
  if (given.template === undefined) {
    const choices = templates.map(({ name, description }) => ({ value: name, facts: [text(description)] }));
    flags.push(`--template=${await chooseOne('Template', choices, io)}`);
  }
  if (given['package-manager'] === undefined) {
    const names = [packageManager, ...PACKAGE_MANAGERS.filter((name) => name !== packageManager)];
    const choices = names.map((value) => ({ value, facts: [] }));
    flags.push(`--package-manager=${await chooseOne('Package manager', choices, io)}`);
  }
  const args = given.dir === undefined ? await askFolder(given.name, folder, io) : { flags: [], args: [] };
  if (given.git === undefined)
    flags.push((await askYesByDefault('Create a git repository?', io)) ? '--git' : '--no-git');
  return { flags: [...args.flags, ...flags], args: args.args };
}

/** An empty folder becomes the project; otherwise the project gets a folder of its name. */
async function askFolder(name: string | undefined, folder: string, io: Io): Promise<AddedArguments> {
  const isFree = await isFreeFolder(folder);
  const usual = isFree ? deriveAppName(basename(folder)) : 'my-workflow';
  const answer = name ?? (await askDefault('Name of the project', usual, io));
  const app = deriveAppName(answer);
  return {
    flags: name === undefined && (isFree || app !== answer) ? [`--name=${app}`] : [],
    args: [isFree ? '.' : app],
  };
}

function text(value: string) {
  return { kind: 'text' as const, value };
}
