import type { ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BundleCommand,
  type BundleMessage,
  parseBundleMessage,
  InvalidMessage,
} from '../../../contract/host-protocol/bundle-protocol.ts';
import { MAX_UNASKED_LENGTH } from '../../../contract/host-protocol/limits.ts';
import { CHANNEL_MESSAGE, formatSize, WORKING_FILES, WORKING_FOLDER } from '../../../foundation/sizes.ts';
import type { Cgroup } from '../../../sandbox/cgroups.ts';
import type { WorkingFolder } from '../../../sandbox/working-folder.ts';
import { killHeld, killSoon, toHeldEnding } from '../../../sandbox/held-process.ts';
import { type HeldProgram, SOCKET_DESCRIPTOR } from '../../../sandbox/held-program.ts';
import { listLinked } from '../../../foundation/working-folder.ts';
import { LOWEST, watchMemory, watchProcessor, yieldToOthers } from '../../../sandbox/watch-process.ts';
import { type CallChannel, createCallChannel } from '../calls/call-channel.ts';
import { createQuestionQueue, type ResolveReference } from '../calls/question-queue.ts';
import type { HostProcess } from '../hosted-process.ts';
import type { KillReason, Variables } from '../hosting.ts';
import { HostingFailure } from '../hosting-failure.ts';
import type { ListeningSocket } from './listening-socket.ts';
import { NON_HEAP_MB } from './process-places.ts';
import { openWayOut, type WayOut, type WayOutOptions } from './way-out.ts';
import { describeExit, hasFilledHeap } from './describe-exit.ts';
import { type HostEnding, spawnHost } from './spawn-host.ts';

export interface StartHostProcessOptions extends WayOutOptions {
  readonly hostScript: URL;
  readonly bundle: string;
  /** Folder of the bundle and the files that it carries; `null`: it carries none. */
  readonly files: string | null;
  /** Folder of the packages that it imports, whose native code it may load; `null`: none. */
  readonly packages: string | null;
  /** Socket or named pipe on which it is called. */
  readonly socketPath: string;
  /** The same socket, which it inherits and we close; `null`: it creates the named pipe. */
  readonly listening: ListeningSocket | null;
  readonly memoryMb: number;
  readonly startTimeoutMs: number;
  /** Its name in exported spans. */
  readonly name: string;
  /** Its name in messages, as in `the workflow of app "support"`. */
  readonly subject: string;
  readonly resolveConfiguration: ResolveReference;
  /** Called when the process ended on its own, or was ended for what it did. */
  readonly onKilled?: ((reason: KillReason) => void) | undefined;
}

export interface RunningHost extends HostProcess {
  readonly socketPath: string;
  readonly ask: CallChannel['ask'];
  /** As `exited`, for the caller of a call with a mark. */
  readonly endFor: (mark: string | undefined) => Promise<string>;
  readonly variables: Variables;
  /** @param reason - what it did to be ended; left out: the service needs it no longer */
  kill(this: void, reason?: KillReason): void;
}

/** Starts a bundle's process and waits until it listens. @throws {HostingFailure} when it ends or takes too long */
export async function startHostProcess(options: StartHostProcessOptions): Promise<RunningHost> {
  const { socketPath, subject, startTimeoutMs, resolveConfiguration } = options;
  let calls: CallChannel | undefined;
  const maxLength = () => (calls?.isAwaited() === true ? CHANNEL_MESSAGE.most : MAX_UNASKED_LENGTH);
  const { wayOut, launch, child, channel, ended } = await spawnBundle(options, maxLength);
  for (const stream of ['stdout', 'stderr'] as const) {
    let last = '\n';
    child[stream]?.setEncoding('utf8').on('data', (text: string) => options.onOutput(stream, (last = text)));
    // A line that the process did not end.
    child[stream]?.once('end', () => last.endsWith('\n') || options.onOutput(stream, '\n'));
  }
  let isEnding = false;
  const noteKilled = (reason: KillReason): void => {
    if (!isEnding) options.onKilled?.(reason);
    isEnding = true;
  };
  const { group, folder } = launch;
  const end = watchExit(child, ended, { memoryMb: options.memoryMb, group, folder, noteKilled });
  const endFor = async (mark: string | undefined) => (await end)(mark);
  const exited = endFor(undefined);
  const ready = Promise.withResolvers<'ready'>();
  calls = createCallChannel(channel.send);
  const { take, noteUsage, fail, ask } = calls;
  const questions = createQuestionQueue(resolveConfiguration, channel);
  void exited.then(() => {
    wayOut?.close();
    questions.close();
    fail(new Error('The process ended.'));
  });
  let isReady = false;
  channel.onMessage((message) => {
    if (message.type === 'answers') take(message.answers);
    else if (message.type === 'call-usage') noteUsage(message.id, message.uses);
    else if (message.type === 'fetch-configuration') questions.take(message);
    else if (isReady) throw new InvalidMessage('ready for the second time');
    else {
      isReady = true;
      ready.resolve('ready');
    }
  });
  const late = `Starting ${subject} timed out after ${startTimeoutMs / 1000} s.`;
  const timer = setTimeout(() => ready.reject(new HostingFailure(504, late)), startTimeoutMs);
  try {
    const first = await Promise.race([ready.promise, exited]);
    if (first !== 'ready') throw new HostingFailure(502, `Starting ${subject} failed: its process ${first}`);
    // Not before: a start has a time limit, whatever else the machine does.
    yieldToOthers(child, launch.detached);
    const processor = watchProcessor(child.pid ?? 0, () => yieldToOthers(child, launch.detached, LOWEST));
    void exited.then(() => processor.stop());
    const kill = (reason?: KillReason): void => {
      if (reason !== undefined) noteKilled(reason);
      isEnding = true;
      killSoon(child);
    };
    return { socketPath, exited, endFor, ask, variables: options.variables, kill };
  } catch (error) {
    noteKilled('time');
    killHeld(child);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Starts the process with its way out and its socket. None of them stays open when it cannot be started. */
async function spawnBundle(options: StartHostProcessOptions, maxLength: () => number) {
  const { sandbox, variables, listening } = options;
  let wayOut: WayOut | null = null;
  try {
    wayOut = await openWayOut(options);
    const launch = await sandbox.launch(toProgram(options, wayOut));
    const parse = parseBundleMessage;
    const socket = listening?.descriptor ?? null;
    return {
      wayOut,
      launch,
      ...spawnHost<BundleCommand, BundleMessage>({ launch, variables, socket, parse, maxLength }),
    };
  } catch (error) {
    wayOut?.close();
    throw error;
  } finally {
    listening?.close();
  }
}

function toProgram(options: StartHostProcessOptions, wayOut: WayOut | null): HeldProgram {
  const { hostScript, bundle, files, packages, socketPath, listening, name, memoryMb, user } = options;
  const script = fileURLToPath(hostScript);
  // Run from source, the script imports other sources and packages; when built, it is one folder of files.
  const code = script.endsWith('.ts') ? join(dirname(script), '..', '..') : dirname(script);
  const relay = wayOut === null ? [] : [wayOut.path];
  return {
    flags: [`--max-old-space-size=${memoryMb}`, '--disable-warning=ExperimentalWarning'],
    script,
    args: [bundle, listening === null ? socketPath : String(SOCKET_DESCRIPTOR), name, ...relay],
    readable: [code, files ?? bundle, ...(packages === null || packages === files ? [] : [packages]), ...relay],
    linked: files === null ? [] : listLinked(files),
    hasNativeCode: packages !== null,
    hasNetwork: wayOut === null,
    memoryMb: memoryMb + NON_HEAP_MB,
    user,
  };
}

interface WatchExitOptions {
  readonly memoryMb: number;
  readonly group: Cgroup | null;
  readonly folder: WorkingFolder | null;
  readonly noteKilled: (reason: KillReason) => void;
}

/** @returns describes how the process ended, for the call with a mark; completes "its process …" */
async function watchExit(
  child: ChildProcess,
  ended: Promise<HostEnding>,
  options: WatchExitOptions,
): Promise<(mark: string | undefined) => string> {
  const { memoryMb, group, folder, noteKilled } = options;
  const maxMb = memoryMb + NON_HEAP_MB;
  const memory = watchMemory(child.pid ?? 0, maxMb, () => killHeld(child));
  const end = await ended;
  memory.stop();
  if (end.startError !== null) {
    noteKilled('crash');
    const { message } = end.startError;
    return () => `could not be started: ${message}.`;
  }
  if (memory.hasExceeded || group?.hasRunOutOfMemory() === true) {
    noteKilled('memory');
    return () => `used more than ${maxMb} MB of memory, the most that wf gives a workflow.`;
  }
  if (folder?.hasExceeded === true) {
    noteKilled('crash');
    return () =>
      `stored more than ${formatSize(WORKING_FOLDER)}, or ${WORKING_FILES.most} files, in its working folder, the most that wf gives a workflow.`;
  }
  noteKilled(end.violation !== null ? 'protocol' : hasFilledHeap(end) ? 'memory' : 'crash');
  const { code, signal } = toHeldEnding(end.code, end.signal);
  return (mark) => end.violation ?? describeExit({ ...end, code, signal }, memoryMb, mark);
}
