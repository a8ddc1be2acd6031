import { PassThrough } from 'node:stream';
import type { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { type CommandPorts, createPorts } from '../../src/cli/kit/command/command-ports.ts';
import { createInterruption } from '../../src/cli/kit/process/interruption.ts';
import type { Io, OutputStream } from '../../src/cli/kit/process/io.ts';
import { reportError } from '../../src/cli/kit/output/report-error.ts';
import { ProgramConfig } from '../../src/cli/start/run-found.ts';

/** A stream that records what is written to it. */
export interface FakeStream extends OutputStream {
  readonly text: string;
}

export interface FakeIoOptions {
  /** Size of the terminal; if omitted, standard output is a pipe. */
  readonly terminal?: { readonly columns: number; readonly rows: number };
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  /** What the user types. */
  readonly typed?: string;
  /** Content of standard input. */
  readonly stdin?: string;
}

/** Most tests are not about trust: their folders are their own. */
export const TRUSTING = { WF_TRUST: '1' };

export type FakeIo = Io & { readonly stdout: FakeStream; readonly stderr: FakeStream };

/** Creates streams that a test can read, with only the given environment and folder. */
export function fakeIo({ terminal, env = {}, cwd = '/', stdin, typed }: FakeIoOptions = {}): FakeIo {
  const input = Object.assign(new PassThrough(), { isTTY: terminal !== undefined && stdin === undefined });
  input.end(stdin ?? typed ?? '');
  return {
    stdin: input,
    stdout: fakeStream(terminal),
    stderr: fakeStream(terminal),
    env: { ...TRUSTING, ...env },
    cwd,
  };
}

function fakeStream(terminal: FakeIoOptions['terminal']): FakeStream {
  let text = '';
  return {
    isTTY: terminal !== undefined,
    columns: terminal?.columns,
    rows: terminal?.rows,
    get text() {
      return text;
    },
    write(written, done) {
      text += written;
      done?.();
      return true;
    },
  };
}

export interface RunOptions extends FakeIoOptions {
  /** Ports that replace the real ones, such as `openSession` with a fake client. */
  readonly ports?: Partial<CommandPorts>;
}

export interface CommandRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Runs a command class in this process, as the installed program does, and collects its output. */
export async function runCommand(
  Class: new (argv: string[], config: BaseCommand['config']) => BaseCommand,
  argv: string[],
  { ports = {}, ...options }: RunOptions = {},
): Promise<CommandRun> {
  const io = fakeIo(options);
  const command = new Class(argv, new ProgramConfig('0.0.0'));
  command.ports = { ...createPorts(createInterruption()), openKeychain: async () => null, io, ...ports };
  const exitCode = await command.execute().then(
    () => 0,
    (error: unknown) => reportError(error, argv, io),
  );
  return { stdout: io.stdout.text, stderr: io.stderr.text, exitCode };
}
