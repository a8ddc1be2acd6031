import * as Flags from './flags.ts';
import type { Io } from '../process/io.ts';

type LogFormat = 'text' | 'json' | 'off';

const FORMATS: ReadonlyMap<string, LogFormat> = new Map([
  ['text', 'text'],
  ['json', 'json'],
  ['off', 'off'],
]);

/** `--log-format`, for processes that serve. @param what - what the log tells of */
export function logFlag(what: string) {
  return {
    'log-format': Flags.string({
      summary: `How ${what} are told on stderr. By default json, on a terminal text.`,
      options: [...FORMATS.keys()],
    }),
  };
}

/** Makes the log that the flag asks for. */
export function logTo({ stderr }: Io, format: string | undefined): { format: LogFormat; write(line: string): void } {
  return {
    format: FORMATS.get(format ?? '') ?? (stderr.isTTY === true ? 'text' : 'json'),
    write: (line) => void stderr.write(line),
  };
}
