import { createPorts } from '../kit/command/command-ports.ts';
import type { Found } from './find-command.ts';
import { createInterruption, interrupted, type Interruption } from '../kit/process/interruption.ts';
import { PROCESS_IO } from '../kit/process/io.ts';
import type { CommandTable, ProgramFacts } from './program.ts';
import { ProgramConfig } from './program-config.ts';

/** Runs a command; reports every failure as a message and an exit status. */
export async function runFound(
  found: Found,
  argv: readonly string[],
  commands: CommandTable,
  { ids, version }: ProgramFacts,
): Promise<void> {
  const interruption = createInterruption();
  const end = async (error: unknown): Promise<number> => {
    const { reportError } = await import('../kit/output/report-error.ts');
    return reportError(error, argv, PROCESS_IO);
  };
  const endAtOnce = async (error: unknown): Promise<void> => process.exit(await end(error));
  onStop(interruption, endAtOnce);
  process.on('uncaughtException', endAtOnce);
  try {
    if (found.kind !== 'command') {
      const { unknownCommand } = await import('./unknown-command.ts');
      throw unknownCommand(argv, ids);
    }
    const load = commands[found.id];
    if (load !== undefined) await runCommand({ ...found, load, version }, interruption);
  } catch (error) {
    process.exitCode = await end(error);
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

/**
 * The first signal asks a listening command to stop. A second one, or the first for other commands, ends the process.
 */
function onStop(interruption: Interruption, endAtOnce: (error: unknown) => Promise<void>): void {
  let asked = false;
  const stop = () => {
    if (asked || !interruption.isHeard) return void endAtOnce(interrupted());
    asked = true;
    interruption.interrupt();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
