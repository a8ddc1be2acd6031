import { createConnections, sendRequest } from '../calls/send-request.ts';
import { createHostedProcess } from '../hosted-process.ts';
import { UnfitAnswer, unfitFailure } from '../calls/answer-head.ts';
import { brokenFailure } from '../bundles/explain-failure.ts';
import { HostingFailure, toFailureResponse } from '../hosting-failure.ts';
import { createSocketFolder } from '../processes/create-socket-folder.ts';
import { createWaitingHost } from './waiting-host.ts';
import { type SourceEnd, type SourceHost, startSourceHost, type StartSourceHostOptions } from './start-source-host.ts';

export type SourcePermissions = Pick<StartSourceHostOptions, 'readable' | 'folder' | 'hasNativeCode' | 'isOnlyWatched'>;

export interface SourceHostingOptions extends Pick<
  StartSourceHostOptions,
  'hostScript' | 'preload' | 'resolveConfiguration' | 'onOutput'
> {
  /** The workflow's name in exported spans. */
  readonly name: () => string;
  /** What the sources may do, read when a process starts. */
  readonly permissions: () => SourcePermissions;
  /** The environment variables the sources see, read when a process starts. */
  readonly readVariables: () => Promise<Readonly<Record<string, string>>>;
}

/** Serves the newest working version of a workflow's sources, with a process ready for the next one. */
export interface SourceHosting extends AsyncDisposable {
  /**
   * Loads a version. When `accept` returns, it serves from then on, and calls of the previous one may finish; when it
   * throws, the previous one keeps serving.
   */
  load<T>(bundle: string, accept: (end: SourceEnd) => Promise<T>): Promise<T>;
  /** Answers with the current version. Rejects only for an aborted request. */
  call(path: string, request: Request): Promise<Response>;
  /** Replaces the waiting process: its modules or settings are out of date. */
  renew(): void;
  stop(): Promise<void>;
}

const LOAD_TIMEOUT_MS = 10_000; // with the warm-up
const CALL_TIMEOUT_MS = 900_000;
/** How long the calls of a replaced version may take. */
const DRAIN_MS = 30_000;

export function createSourceHosting(options: SourceHostingOptions): SourceHosting {
  const connections = createConnections();
  const hosts = createHosts(options);
  const waiting = createWaitingHost(hosts.start);
  let newest: string | null = null;
  const open = async <T>(bundle: string, accept: (end: SourceEnd) => Promise<T>) => {
    const host = await waiting.take();
    try {
      return { host, accepted: await accept(await host.load(bundle, LOAD_TIMEOUT_MS)) };
    } catch (error) {
      host.kill();
      throw error;
    }
  };
  const process = createHostedProcess<SourceHost>({
    /** Loads a version again whose process ended, for example by an uncaught error. */
    start: async () => {
      if (newest === null) throw new HostingFailure(503, 'The sources have not been built yet.');
      return (await open(newest, requireDescribed)).host;
    },
    idleMs: null,
    drainMs: DRAIN_MS,
    explainFailure: async (cause, { exited }, { signal }) => {
      if (cause instanceof UnfitAnswer) return unfitFailure('The workflow', cause);
      return signal.aborted ? cause : await brokenFailure(cause, exited, 'the workflow');
    },
  });
  const stop = async (): Promise<void> => {
    waiting.stop();
    await hosts.stop();
    connections.destroy();
  };
  return {
    async load(bundle, accept) {
      const { host, accepted } = await open(bundle, accept);
      newest = bundle;
      process.replace(host);
      return accepted;
    },
    async call(path, request) {
      try {
        return await process.run(request, async ({ socketPath }, onDone) => {
          const address = { socketPath };
          return await sendRequest({
            address,
            connections,
            path,
            request,
            extraHeaders: {},
            timeoutMs: CALL_TIMEOUT_MS,
            onDone,
          });
        });
      } catch (error) {
        if (request.signal.aborted) throw error;
        return toFailureResponse(error);
      }
    },
    renew: waiting.renew,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function requireDescribed(end: SourceEnd): Promise<void> {
  if (end.type === 'reported' && end.report.type === 'described') return;
  throw new HostingFailure(502, 'The process of the sources ended and cannot be restarted.');
}

function createHosts(options: SourceHostingOptions) {
  const { hostScript, preload, resolveConfiguration, onOutput } = options;
  const sockets = createSocketFolder();
  const running = new Set<SourceHost>();
  let isStopped = false;
  return {
    /** @param isAhead - nobody waits for it yet */
    start: async (isAhead: boolean): Promise<SourceHost> => {
      const [socketPath, variables] = await Promise.all([sockets.newSocketPath(), options.readVariables()]);
      if (isStopped) throw new HostingFailure(503, 'The service is stopping.');
      const host = startSourceHost({
        hostScript,
        socketPath,
        preload,
        rehearses: isAhead,
        ...options.permissions(),
        variables,
        name: options.name(),
        resolveConfiguration,
        onOutput,
      });
      running.add(host);
      void host.exited.then(() => running.delete(host));
      return host;
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      const ending = [...running];
      for (const host of ending) host.kill();
      await Promise.all(ending.map(({ exited }) => exited));
      await sockets.remove();
    },
  };
}
