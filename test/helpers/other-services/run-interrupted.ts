import { reportError } from '../../../src/cli/kit/output/report-error.ts';
import { createInterruption } from '../../../src/cli/kit/process/interruption.ts';
import { createStop } from '../../../src/cli/start/run-found.ts';
import { type CommandRun, fakeIo } from '../run-command.ts';
import type { CommandWorld } from './command-worlds.ts';
import type { Reply } from './json-service.ts';

/** What happens once a request was carried out, and before the command knows. */
export type Cut =
  /** Ctrl-C. */
  | 'interrupted'
  /** Ctrl-C, and again when the next request was carried out. */
  | 'interrupted twice'
  /** kill -9. */
  | 'killed'
  /** The connection breaks, and no other can be made. */
  | 'disconnected';

export interface InterruptedRun extends CommandRun {
  /** Whether the command got as far as that request. */
  readonly isCut: boolean;
}

const DISCONNECTED: Reply = { status: 0, body: null };

/** Runs a line, and cuts it off at one of its requests, counted from 1. */
export async function runInterrupted(
  world: CommandWorld,
  line: string,
  { cut, at, stdin }: { readonly cut: Cut; readonly at: number; readonly stdin?: string | undefined },
): Promise<InterruptedRun> {
  const interruption = createInterruption();
  const ended = Promise.withResolvers<CommandRun>();
  const stop = createStop(interruption, async (error, status = 1) => {
    const io = fakeIo();
    await reportError(error, line.split(' '), io);
    ended.resolve({ stdout: '', stderr: io.stderr.text, exitCode: status });
  });
  let requests = 0;
  world.service.misbehaves = async (received, answer) => {
    requests += 1;
    if (requests > at && cut === 'disconnected') return DISCONNECTED;
    const reply = await answer(received);
    if (requests < at) return reply;
    if (cut === 'disconnected') return DISCONNECTED;
    if (cut === 'interrupted' && requests === at) stop('SIGINT');
    if (cut === 'interrupted twice' && requests <= at + 1) stop('SIGINT');
    if (cut === 'killed' && requests === at) {
      // From here on it writes nothing, as a process that is gone.
      interruption.end();
      ended.resolve({ stdout: '', stderr: '', exitCode: 137 });
    }
    return reply;
  };
  const running = world.run(line, { ports: { interruption }, ...(stdin === undefined ? {} : { stdin }) });
  const completed = running.then(async (run) => {
    const { status } = stop;
    return interruption.isFinal ? await ended.promise : { ...run, exitCode: status ?? run.exitCode };
  });
  const run = await Promise.race([ended.promise, completed]);
  // What is left of a command that ended at once writes nothing to the service any more.
  await running;
  world.service.misbehaves = null;
  return { ...run, isCut: requests >= at };
}
