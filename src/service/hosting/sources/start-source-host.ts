import { fileURLToPath } from 'node:url';
import {
  parseSourceMessage,
  type SourceCommand,
  type SourceMessage,
  type SourceReport,
} from '../../../contract/host-protocol/source-protocol.ts';
import { createQuestionQueue, type ResolveReference } from '../calls/question-queue.ts';
import { launchByNode } from '../../../sandbox/launch-by-node.ts';
import { killSoon } from '../../../sandbox/held-process.ts';
import type { WorkingFolder } from '../../../sandbox/working-folder.ts';
import type { HostProcess } from '../hosted-process.ts';
import { spawnHost } from '../processes/spawn-host.ts';
import { describeSourceExit } from '../processes/describe-exit.ts';

export interface StartSourceHostOptions {
  readonly hostScript: URL;
  readonly socketPath: string;
  /** Module that imports the packages the last version used; it need not exist. */
  readonly preload: string;
  /** Whether there is time for a warm-up call to itself. */
  readonly rehearses: boolean;
  /** Files and folders that it may read: those of a deployed bundle, and its packages, which are not bundled here. */
  readonly readable: readonly string[];
  /** Folder in which it works and may write, and that stays; `null`: the one in which this process works. */
  readonly folder: WorkingFolder | null;
  readonly hasNativeCode: boolean;
  /** Whether it may do everything, and reports what a deployed bundle may not do. */
  readonly isOnlyWatched: boolean;
  readonly variables: Readonly<Record<string, string>>;
  /** Its name in exported spans. */
  readonly name: string;
  readonly resolveConfiguration: ResolveReference;
  readonly onOutput: (text: string) => void;
}

/** How loading a version ended: with a report, out of time, or with the process. */
export type SourceEnd =
  | { readonly type: 'reported'; readonly report: SourceReport }
  | { readonly type: 'timed-out'; readonly timeoutMs: number }
  | { readonly type: 'died'; readonly code: number | null; readonly signal: string | null; readonly stderr: string };

export interface SourceHost extends HostProcess {
  readonly socketPath: string;
  load(bundle: string, timeoutMs: number): Promise<SourceEnd>;
}

/** Starts a process that warms up and waits for a version to serve. */
export function startSourceHost(options: StartSourceHostOptions): SourceHost {
  const { hostScript, socketPath, preload, rehearses, name, resolveConfiguration, onOutput, ...held } = options;
  const { child, channel, ended } = spawnHost<SourceCommand, SourceMessage>({
    launch: launchByNode({
      flags: ['--disable-warning=ExperimentalWarning'],
      script: fileURLToPath(hostScript),
      args: [socketPath, preload, name, rehearses ? 'rehearse' : 'load', process.cwd()],
      ...held,
      user: null,
    }),
    variables: options.variables,
    parse: parseSourceMessage,
  });
  const { promise: loaded, resolve } = Promise.withResolvers<SourceEnd>();
  const { promise: warm, resolve: setWarm } = Promise.withResolvers<void>();
  const questions = createQuestionQueue(resolveConfiguration, channel);
  child.once('exit', questions.close);
  channel.onMessage((message) => {
    if (message.type === 'warm') setWarm();
    else if (message.type === 'fetch-configuration') questions.take(message);
    else resolve({ type: 'reported', report: message });
  });
  for (const output of [child.stdout, child.stderr]) output?.setEncoding('utf8').on('data', onOutput);
  const exited = ended.then((end) => {
    const { code, signal, violation, startError } = end;
    if (violation !== null) onOutput(`The process of the workflow ${violation}\n`);
    resolve({ type: 'died', code, signal, stderr: startError?.message ?? violation ?? end.stderr });
    return violation ?? describeSourceExit(end, process.cwd());
  });
  return {
    socketPath,
    exited,
    kill: () => killSoon(child),
    async load(bundle, timeoutMs) {
      // The limit includes the warm-up: loading a package may hang, too.
      const timer = setTimeout(() => resolve({ type: 'timed-out', timeoutMs }), timeoutMs);
      await Promise.race([warm, loaded]);
      channel.send({ type: 'load-version', bundle });
      return await loaded.finally(() => clearTimeout(timer));
    },
  };
}
