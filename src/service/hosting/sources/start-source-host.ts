import { fileURLToPath } from 'node:url';
import {
  parseSourceMessage,
  type SourceCommand,
  type SourceMessage,
  type SourceReport,
} from '../../../contract/host-protocol/source-protocol.ts';
import { type AnswerQuestion, createQuestionQueue } from '../calls/question-queue.ts';
import { launchByNode } from '../../../sandbox/launch-by-node.ts';
import { killSoon } from '../processes/kill-soon.ts';
import { spawnHost, type SpawnedHost } from '../processes/spawn-host.ts';

export interface StartSourceHostOptions {
  /** Script that serves one version of the sources. */
  readonly hostScript: URL;
  readonly socketPath: string;
  /** Module that imports the packages the last version used; it need not exist. */
  readonly preload: string;
  /** Whether there is time for a warm-up call to itself. */
  readonly rehearses: boolean;
  /** Files and folders that it may read: those of a deployed bundle, and its packages, which are not bundled here. */
  readonly readable: readonly string[];
  /** Whether it may load native code. */
  readonly hasNativeCode: boolean;
  /** Whether it may do everything, and reports what a deployed bundle may not do. */
  readonly isOnlyWatched: boolean;
  readonly variables: Readonly<Record<string, string>>;
  /** Its name in exported spans. */
  readonly name: string;
  /** Called when the sources fetch a configuration over their channel. */
  readonly onFetchConfiguration: AnswerQuestion;
  /** Called with the output of the process. */
  readonly onOutput: (text: string) => void;
}

/** How loading a version ended: with a report, out of time, or with the process. */
export type SourceEnd =
  | { readonly type: 'reported'; readonly report: SourceReport }
  | { readonly type: 'timed-out'; readonly timeoutMs: number }
  | { readonly type: 'died'; readonly code: number | null; readonly signal: string | null; readonly stderr: string };

/** A process that serves one version of the sources. */
export interface SourceHost {
  readonly socketPath: string;
  /** Loads the version, once. */
  load(bundle: string, timeoutMs: number): Promise<SourceEnd>;
  /** Resolves when the process has ended. */
  readonly exited: Promise<unknown>;
  kill(): void;
}

/** Enough of stderr for the engine's report of a crash. */
const STDERR_TAIL = 8192;

/** Starts a process that warms up and waits for a version to serve. */
export function startSourceHost(options: StartSourceHostOptions): SourceHost {
  const {
    hostScript,
    socketPath,
    preload,
    rehearses,
    readable,
    hasNativeCode,
    isOnlyWatched,
    variables,
    name,
    onFetchConfiguration,
    onOutput,
  } = options;
  const { child, channel, violation } = spawnHost<SourceCommand, SourceMessage>({
    launch: launchByNode({
      flags: ['--disable-warning=ExperimentalWarning'],
      script: fileURLToPath(hostScript),
      args: [socketPath, preload, name, rehearses ? 'rehearse' : 'load'],
      readable,
      hasNativeCode,
      isOnlyWatched,
      user: null,
    }),
    variables,
    parse: parseSourceMessage,
  });
  const { promise: ended, resolve } = Promise.withResolvers<SourceEnd>();
  const { promise: warm, resolve: setWarm } = Promise.withResolvers<void>();
  const questions = createQuestionQueue(onFetchConfiguration, channel);
  child.once('exit', questions.close);
  channel.onMessage((message) => {
    if (message.type === 'warm') setWarm();
    else if (message.type === 'fetch-configuration') questions.take(message);
    else resolve({ type: 'reported', report: message });
  });
  const exited = watchEnd({ child, violation }, onOutput, resolve);
  return {
    socketPath,
    exited,
    kill: () => killSoon(child),
    async load(bundle, timeoutMs) {
      // The limit includes the warm-up: loading a package may hang, too.
      const timer = setTimeout(() => resolve({ type: 'timed-out', timeoutMs }), timeoutMs);
      await Promise.race([warm, ended]);
      channel.send({ type: 'load-version', bundle });
      return await ended.finally(() => clearTimeout(timer));
    },
  };
}

function watchEnd(
  { child, violation }: Pick<SpawnedHost<never, never>, 'child' | 'violation'>,
  onOutput: (text: string) => void,
  resolve: (end: SourceEnd) => void,
): Promise<unknown> {
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', onOutput);
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_TAIL);
    onOutput(text);
  });
  const closed = Promise.withResolvers<void>();
  // 'close' comes after the last byte of stderr, 'exit' may come before.
  child.once('close', (code, signal) => {
    const broken = violation();
    if (broken !== null) onOutput(`The process of the workflow ${broken}\n`);
    resolve({ type: 'died', code, signal, stderr: broken ?? stderr });
    closed.resolve();
  });
  // A program that cannot be started emits no 'close'.
  child.once('error', (error) => {
    resolve({ type: 'died', code: null, signal: null, stderr: error.message });
    closed.resolve();
  });
  return closed.promise;
}
