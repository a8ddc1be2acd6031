import type { COMMAND_FILES } from '../../../commands/index.ts';
import type { CommandLine } from './command-line.ts';
import { EVALUATION_LINES } from './evaluation-lines.ts';
import { OTHER_LINES } from './other-lines.ts';
import { RECORD_LINES } from './record-lines.ts';

type CommandName = keyof typeof COMMAND_FILES;

/**
 * What every command does at the seed-only and at the public-like service. The type requires an entry for a new command;
 * `command-worlds.ts` says what `$V` and other names stand for.
 */
export const COMMAND_LINES: Readonly<Record<CommandName, readonly CommandLine[]>> = {
  ...RECORD_LINES,
  ...EVALUATION_LINES,
  ...OTHER_LINES,
};
