import { usageError, userError } from '../../../foundation/errors/wf-error.ts';
import { type Io, writeText } from '../process/io.ts';
import { isInteractive } from '../process/screen.ts';

interface RawInput {
  setRawMode?(isRaw: boolean): unknown;
}

/**
 * Asks for a secret without echoing it. Never waits without a terminal.
 *
 * @throws {WF_USAGE} when there is no terminal
 * @throws {WF_INTERRUPTED} on Ctrl-C or Ctrl-D
 */
export async function askSecret(question: string, io: Io, alternative: string): Promise<string> {
  if (!isInteractive(io)) throw usageError('Cannot ask for the secret without a terminal.', [alternative]);
  await writeText(io.stderr, `${question} `);
  const input: Io['stdin'] & RawInput = io.stdin;
  input.setRawMode?.(true);
  try {
    const secret = await readSecret(input);
    if (secret === null) throw userError('WF_INTERRUPTED', 'No secret was entered.');
    return secret;
  } finally {
    input.setRawMode?.(false);
    input.pause();
    await writeText(io.stderr, '\n');
  }
}

async function readSecret(input: Io['stdin']): Promise<string | null> {
  let secret = '';
  // An iterator would destroy the stream at the end, and later prompts would fail.
  for await (const chunk of input.iterator({ destroyOnReturn: false })) {
    for (const character of String(chunk)) {
      if (character === '\r' || character === '\n') return secret;
      if (character === CTRL_C || character === CTRL_D) return null;
      secret = character === BACKSPACE || character === '\b' ? secret.slice(0, -1) : secret + character;
    }
  }
  return null;
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const BACKSPACE = '\u007f';
