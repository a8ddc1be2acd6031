import * as Flags from './flags.ts';
import type { Io } from '../process/io.ts';

/** How to confine deployed code, for processes that run it. */
export const DEPLOYED_CODE_FLAGS = {
  'require-sandbox': Flags.boolean({
    summary: 'Refuse to start where the operating system does not confine deployed code.',
  }),
  'bundle-users': Flags.string({
    summary: 'Range of user ids that deployed code runs as, one per app. Needs root on Linux.',
    helpValue: 'FIRST-LAST',
  }),
  'native-packages': Flags.string({
    summary: 'Packages with native code that deployed code may import. NAME:scripts also runs its install script.',
    helpValue: 'NAME,…',
  }),
};

/** What every `--port` has in common; 0 picks a free one. */
export const PORT = { helpValue: 'P', min: 0, max: 65535 } as const;

export const EGRESS_FLAG = {
  'allow-egress': Flags.string({
    summary:
      'Internal addresses that webhooks, model providers and self-hosted workflows may have, separated by commas: hosts, host:port, or ranges such as 10.0.0.0/8. Default: only public addresses.',
    helpValue: 'LIST',
    env: 'WF_ALLOW_EGRESS',
  }),
};

export function allowedEgress(list: string | undefined): string[] {
  const parts = (list ?? '').split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

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

export function logTo({ stderr }: Io, format: string | undefined): { format: LogFormat; write(line: string): void } {
  return {
    format: FORMATS.get(format ?? '') ?? (stderr.isTTY === true ? 'text' : 'json'),
    write: (line) => void stderr.write(line),
  };
}
