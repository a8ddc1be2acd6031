import * as Flags from './flags.ts';

/** `--output`, for commands that write their result to a file. */
export const OUTPUT_FLAG = {
  output: Flags.string({ char: 'o', summary: 'File to write; - for standard output.', helpValue: 'FILE' }),
};

/** Names of standard output. */
const STDOUT = ['-', '/dev/stdout', '/dev/fd/1'];

/** Returns the file that `--output` names; `null`: standard output. */
export function fileOf(output: string | undefined): string | null {
  return output === undefined || STDOUT.includes(output) ? null : output;
}
