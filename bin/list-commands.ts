import { join } from 'node:path';
import { COMMAND_FILES } from '../commands/index.ts';

/** A command's name, as in `variants list`, and its file. */
export interface CommandFile {
  readonly id: string;
  readonly file: string;
}

/** Lists the commands with their files. @param folder - the folder `commands` */
export function listCommands(folder: string): CommandFile[] {
  return Object.entries(COMMAND_FILES).map(([id, path]) => ({ id, file: join(folder, path) }));
}
