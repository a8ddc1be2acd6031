import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BundleCommand,
  type BundleMessage,
  parseBundleMessage,
  InvalidMessage,
} from '../../../contract/host-protocol/bundle-protocol.ts';
import { MAX_MESSAGE_LENGTH, MAX_UNASKED_LENGTH } from '../../../contract/host-protocol/limits.ts';
import type { EgressRules } from '../../egress/egress-rules.ts';
import type { Cgroup } from '../../../sandbox/cgroups/create-cgroups.ts';
import type { Sandbox } from '../../../sandbox/create-sandbox.ts';
import { toHeldEnding } from '../../../sandbox/held-ending.ts';
import type { HeldProgram } from '../../../sandbox/held-program.ts';
import { killHeld } from '../../../sandbox/kill-held.ts';
import { yieldToOthers } from '../../../sandbox/yield-to-others.ts';
import { type CallChannel, createCallChannel } from '../calls/call-channel.ts';
import { type AnswerQuestion, createQuestionQueue } from '../calls/question-queue.ts';
import { HostingFailure } from '../hosting-failure.ts';
import { openWayOut, type WayOut } from './open-way-out.ts';
import { killSoon } from './kill-soon.ts';
import { createExitReport } from './exit-report.ts';
import { spawnHost, type SpawnedHost } from './spawn-host.ts';
import { watchMemory } from './watch-memory.ts';
import { watchProcessor } from './watch-processor.ts';

export interface StartHostProcessOptions {
  readonly sandbox: Sandbox;
  /** Script that serves one bundle. */
  readonly hostScript: URL;
  readonly bundle: string;
  /** Folder of the bundle and the files that it carries; `null`: it carries none. */
  readonly files: string | null;
  /** Folder of the packages that it imports, whose native code it may load; `null`: none. */
  readonly packages: string | null;
  /** Socket or named pipe that the process listens on. */
  readonly socketPath: string;
  /** Folder of the socket, which no other process uses; `null` for a named pipe. */
  readonly socketFolder: string | null;
  readonly variables: Readonly<Record<string, string>>;
  /** Where it may connect to; `null`: anywhere. */
  readonly egress: EgressRules | null;
  /** User that it runs as; `null`: the service's own. */
  readonly user: number | null;
  readonly memoryMb: number;
  readonly startTimeoutMs: number;
  /** Its name in exported spans. */
  readonly name: string;
  /** Its name in messages, as in `the workflow of app "support"`. */
  readonly subject: string;
  /** Called with the output of the process. */
  readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Called when the bundle fetches a configuration over its channel. */
  readonly onFetchConfiguration: AnswerQuestion;
}

/** A process that serves a bundle. */
export interface RunningHost {
  readonly socketPath: string;
  /** Resolves with the reason when the process has ended. */
  readonly exited: Promise<string>;
  /** Whether it answers clients over the channel, too. */
  readonly takesClients: boolean;
  /** Calls the bundle over the channel. */
  readonly ask: CallChannel['ask'];
  kill(): void;
}

/** Memory for code, stacks and buffers, in addition to the heap. */
const NON_HEAP_MB = 256;

/** Starts a bundle's process and waits until it listens. @throws {HostingFailure} when it ends or takes too long */
export async function startHostProcess(options: StartHostProcessOptions): Promise<RunningHost> {
  const { socketPath, subject, startTimeoutMs, onFetchConfiguration } = options;
  const wayOut = await openWayOut(options);
  const launch = await options.sandbox.launch(toProgram(options, wayOut));
  let calls: CallChannel | undefined;
  const host = spawnHost<BundleCommand, BundleMessage>({
    launch,
    variables: options.variables,
    parse: parseBundleMessage,
    maxLength: () => (calls?.isAwaited() === true ? MAX_MESSAGE_LENGTH : MAX_UNASKED_LENGTH),
  });
  const { child, channel } = host;
  for (const stream of ['stdout', 'stderr'] as const) {
    let last = '\n';
    child[stream]?.setEncoding('utf8').on('data', (text: string) => options.onOutput(stream, (last = text)));
    // A line that the process did not end.
    child[stream]?.once('end', () => last.endsWith('\n') || options.onOutput(stream, '\n'));
  }
  const exited = watchExit(host, options.memoryMb, launch.group);
  const processor = watchProcessor(child.pid ?? 0, () => yieldToOthers(child, launch.detached));
  const ready = Promise.withResolvers<'ready'>();
  let takesClients = false;
  calls = createCallChannel(channel.send);
  const { take, fail, ask } = calls;
  const questions = createQuestionQueue(onFetchConfiguration, channel);
  void exited.then(() => {
    processor.stop();
    wayOut?.close();
    questions.close();
    fail(new Error('The process ended.'));
  });
  let isReady = false;
  channel.onMessage((message) => {
    if (message.type === 'answers') take(message.answers);
    else if (message.type === 'fetch-configuration') questions.take(message);
    else if (isReady) throw new InvalidMessage('ready for the second time');
    else {
      isReady = true;
      takesClients = message.takesClients === true;
      ready.resolve('ready');
    }
  });
  const timer = setTimeout(
    () => ready.reject(new HostingFailure(504, timeoutMessage(subject, startTimeoutMs))),
    startTimeoutMs,
  );
  try {
    const ended = await Promise.race([ready.promise, exited]);
    if (ended !== 'ready') throw new HostingFailure(502, `Starting ${subject} failed: its process ${ended}`);
    return { socketPath, exited, takesClients, ask, kill: () => killSoon(child) };
  } catch (error) {
    killHeld(child);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function toProgram(options: StartHostProcessOptions, wayOut: WayOut | null): HeldProgram {
  const { hostScript, bundle, files, packages, socketPath, socketFolder, name, memoryMb, user } = options;
  const script = fileURLToPath(hostScript);
  // Run from source, the script imports other sources and packages; when built, it is one folder of files.
  const code = script.endsWith('.ts') ? join(dirname(script), '..', '..') : dirname(script);
  return {
    flags: [`--max-old-space-size=${memoryMb}`, '--disable-warning=ExperimentalWarning'],
    script,
    args: [bundle, socketPath, name, ...(wayOut === null ? [] : [wayOut.path])],
    readable: [code, files ?? bundle, ...(packages === null || packages === files ? [] : [packages])],
    hasNativeCode: packages !== null,
    socketFolder,
    hasNetwork: wayOut === null,
    memoryMb: memoryMb + NON_HEAP_MB,
    user,
  };
}

function watchExit(
  { child, violation }: Pick<SpawnedHost<never, never>, 'child' | 'violation'>,
  memoryMb: number,
  group: Cgroup | null,
): Promise<string> {
  const report = createExitReport(child.stderr);
  const maxMb = memoryMb + NON_HEAP_MB;
  const memory = watchMemory(child.pid ?? 0, maxMb, () => killHeld(child));
  const { promise, resolve } = Promise.withResolvers<string>();
  child.once('close', (...end: [number | null, string | null]) => {
    memory.stop();
    const { code, signal } = toHeldEnding(...end);
    const ending = violation() ?? report.describeExit(code, signal, memoryMb);
    resolve(
      memory.hasExceeded || group?.hasRunOutOfMemory() === true
        ? `used more than ${maxMb} MB of memory, the most that wf gives a workflow.`
        : ending,
    );
  });
  // A program that cannot be started emits no 'close'.
  child.once('error', (error) => resolve(`could not be started: ${error.message}.`));
  return promise;
}

function timeoutMessage(subject: string, startTimeoutMs: number): string {
  return `Starting ${subject} timed out after ${startTimeoutMs / 1000} s.`;
}
