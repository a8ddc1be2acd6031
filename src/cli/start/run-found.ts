import { createPorts } from '../kit/command/command-ports.ts';
import type { Found } from './find-command.ts';
import { createInterruption, type Interruption } from '../kit/process/interruption.ts';
import { PROCESS_IO } from '../kit/process/io.ts';
import type { CommandTable, ProgramFacts } from './program.ts';
import { readFileSync } from 'node:fs';
import { Config } from '@oclif/core/config';

/** Runs a command; reports every failure as a message and an exit status. */
export async function runFound(
  found: Found,
  argv: readonly string[],
  commands: CommandTable,
  { ids, version }: ProgramFacts,
): Promise<void> {
  const interruption = createInterruption(() => onHangUp(() => stop('SIGHUP')));
  const end = async (error: unknown): Promise<number> => {
    try {
      const { reportError } = await import('../kit/output/report-error.ts');
      return await reportError(error, argv, PROCESS_IO);
    } catch {
      // Nothing can be reported, and an error from here would come back here.
      return 1;
    }
  };
  const endAtOnce = async (error: unknown, status?: number): Promise<void> => {
    const own = await end(error);
    process.exit(status ?? own);
  };
  const stop = createStop(interruption, endAtOnce);
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('uncaughtException', (error) => void endAtOnce(error));
  try {
    if (found.kind !== 'command') {
      const { unknownCommand } = await import('./unknown-command.ts');
      throw unknownCommand(argv, ids);
    }
    const load = commands[found.id];
    if (load !== undefined) await runCommand({ ...found, load, version }, interruption);
  } catch (error) {
    const own = await end(error);
    process.exitCode = stop.status ?? own;
  }
}

interface Runnable {
  readonly id: string;
  readonly argv: readonly string[];
  readonly load: CommandTable[string];
  readonly version: string;
}

async function runCommand({ id, argv, load, version }: Runnable, interruption: Interruption): Promise<void> {
  const { default: Class } = await load();
  Class.id = id;
  const command = new Class([...argv], new ProgramConfig(version));
  command.ports = createPorts(interruption);
  await command.execute();
}

/** Statuses by which shells report a signal: 128 and its number. */
const STATUSES: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

interface Stop {
  (signal: NodeJS.Signals): void;
  /** Status of a command that the signal stopped. */
  readonly status: number | undefined;
}

/**
 * The first signal asks a listening command to stop. A second one, or the first for other commands, ends the process.
 */
export function createStop(
  interruption: Interruption,
  endAtOnce: (error: unknown, status?: number) => Promise<void>,
): Stop {
  let status: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    const isSecond = status !== undefined;
    status = STATUSES[signal];
    if (isSecond || !interruption.isHeard) return void endAtOnce(interruption.end(), status);
    interruption.interrupt();
  };
  return Object.defineProperty(stop, 'status', { get: () => status }) as Stop;
}

/** Listens for the end of the terminal, unless `nohup` told the process to ignore it. */
function onHangUp(stop: () => void): void {
  if (!isIgnored()) process.on('SIGHUP', stop);
}

/** Number of SIGHUP in the kernel's mask of ignored signals, from the right. */
const MASK = 1n;

/** Node does not know: a listener replaces what the parent process set. Other systems than Linux do not say. */
function isIgnored(): boolean {
  try {
    const [, mask = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return (BigInt(`0x${mask}`) & MASK) === MASK;
  } catch {
    return false;
  }
}

/**
 * The program's configuration for oclif. Nothing is read from disk: wf has one compiled table of commands, and no
 * plugins or hooks.
 */
export class ProgramConfig extends Config {
  constructor(version: string) {
    super({ root: '' });
    this.bin = 'wf';
    this.name = 'wf';
    this.version = version;
    this.topicSeparator = ' ';
  }
}
