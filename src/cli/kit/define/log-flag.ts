import * as Flags from './flags.ts';
import type { Io } from '../process/io.ts';

type LogFormat = 'text' | 'json' | 'off';

const FORMATS: ReadonlyMap<string, LogFormat> = new Map([
  ['text', 'text'],
  ['json', 'json'],
  ['off', 'off'],
]);

/** `--log-format`, for servers. @param what - what is logged, for help */
export function logFlag(what: string) {
  return {
    'log-format': Flags.string({
      summary: `Format of the log of ${what} on stderr. Default: text on a terminal, json otherwise.`,
      options: [...FORMATS.keys()],
    }),
  };
}

/** Creates the log in the format of the flag. */
export function logTo({ stderr }: Io, format: string | undefined): { format: LogFormat; write(line: string): void } {
  return {
    format: FORMATS.get(format ?? '') ?? (stderr.isTTY === true ? 'text' : 'json'),
    write: (line) => void stderr.write(line),
  };
}
