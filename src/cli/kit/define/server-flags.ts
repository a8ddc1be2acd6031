import type { Interfaces } from '@oclif/core';
import * as Flags from './flags.ts';
import type { Io } from '../process/io.ts';

/** How to log, and to confine deployed code, for processes that run it. @param what - what is logged, for help */
export function serverFlags(what: string) {
  return {
    'log-format': Flags.string({
      summary: `Format of the log of ${what} on stderr. Default: text on a terminal, json otherwise.`,
      options: [...FORMATS.keys()],
    }),
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
    ...egressFlag(),
  };
}

type ServerFlags = Interfaces.InferredFlags<ReturnType<typeof serverFlags>>;

/** Returns the options of a server that these flags set. */
export function serverOptions(flags: ServerFlags, io: Io) {
  return {
    log: logTo(io, flags['log-format']),
    bundleUsers: flags['bundle-users'] ?? null,
    nativePackages: flags['native-packages'] ?? null,
    allowEgress: allowedEgress(flags['allow-egress']),
    requireSandbox: flags['require-sandbox'],
  };
}

/** What every `--port` has in common; 0 picks a free one. */
export const PORT = { helpValue: 'P', min: 0, max: 65535 } as const;

/** @param what - what the addresses are for, for help */
export function egressFlag(what = 'webhooks, model providers, self-hosted workflows and deployed code may have') {
  return {
    'allow-egress': Flags.string({
      summary: `Internal addresses that ${what}, separated by commas: hosts, host:port, or ranges such as 10.0.0.0/8. Default: only public addresses.`,
      helpValue: 'LIST',
      env: 'WF_ALLOW_EGRESS',
    }),
  };
}

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

export function logTo({ stderr }: Io, format: string | undefined): { format: LogFormat; write(line: string): void } {
  return {
    format: FORMATS.get(format ?? '') ?? (stderr.isTTY === true ? 'text' : 'json'),
    write: (line) => void stderr.write(line),
  };
}
