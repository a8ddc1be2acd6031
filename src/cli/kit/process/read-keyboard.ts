import type { Interfaces } from '@oclif/core';
import type { Io } from './io.ts';

export interface ReadKeyboardOptions {
  /** The stream is opened when it is read: that takes time. */
  readonly io: Pick<Io, 'stdin'>;
  readonly argv: readonly string[];
  readonly flags: Interfaces.FlagInput;
  readonly say: (text: string) => Promise<void>;
}

/**
 * Reads standard input; at a terminal, says first what it is for, and how to end it: a command that only waits seems to hang.
 *
 * @yields its chunks
 */
export async function* readKeyboard({ io, argv, flags, say }: ReadKeyboardOptions): AsyncGenerator {
  const { stdin } = io;
  if (stdin.isTTY === true) {
    const end = process.platform === 'win32' ? 'Ctrl-Z and Enter' : 'Ctrl-D';
    await say(`Reading ${nameOf(argv, flags)} from the keyboard; end with ${end}.`);
  }
  yield* stdin;
}

/** The flag or the key whose value is `-` or `@-`. */
function nameOf(argv: readonly string[], flags: Interfaces.FlagInput): string {
  for (const [index, word] of argv.entries()) {
    // `KEY=-` is the text "-": only a flag reads there.
    const [, named] = /^(--[\w-]+)=@?-$/.exec(word) ?? /^(?:--[\w-]+=)?([^=]+)=@-$/s.exec(word) ?? [];
    if (named !== undefined) return named;
    if (word !== '-' && word !== '@-') continue;
    const [, flag] = /^--([\w-]+)$/.exec(argv[index - 1] ?? '') ?? [];
    return flag !== undefined && flags[flag]?.type === 'option' ? `--${flag}` : 'the file';
  }
  return 'the value';
}
