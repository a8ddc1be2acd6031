import type { Parameters } from '../../../contract/variants/variant.ts';
import type { ConfigurationReference } from '../../../contract/variants/config.ts';
import type { HostedDeployment } from '../hosting.ts';
import { replyWithConfiguration } from '../reply-with-configuration.ts';
import { createSocketFolder } from '../processes/create-socket-folder.ts';
import { startSourceHost, type StartSourceHostOptions, type SourceEnd, type SourceHost } from './start-source-host.ts';
import { HostingFailure, toFailureResponse } from '../hosting-failure.ts';
import { createKeepAliveAgent } from '../calls/keep-alive-agent.ts';
import { createSourceVersions } from './source-versions.ts';
import { createWaitingHost } from './waiting-host.ts';

/** What the sources may do. */
export type SourcePermissions = Pick<StartSourceHostOptions, 'readable' | 'hasNativeCode' | 'isOnlyWatched'>;

export interface SourceHostingOptions {
  /** Script that serves one version of the sources (see the package's paths). */
  readonly hostScript: URL;
  /** Module that imports the packages the last version used; it need not exist. */
  readonly preload: string;
  /** The workflow's name in exported spans. */
  readonly name: () => string;
  /** What the sources may do, read when a process starts. */
  readonly permissions: () => SourcePermissions;
  /** The environment variables the sources see, read when a process starts. */
  readonly readVariables: () => Promise<Readonly<Record<string, string>>>;
  /** @throws {WF_NOT_FOUND} when nothing has the name in the reference */
  readonly resolveConfiguration: (reference: ConfigurationReference) => Promise<Parameters>;
  /** Called with the output of the sources. */
  readonly onOutput: (text: string) => void;
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

export function createSourceHosting(options: SourceHostingOptions): SourceHosting {
  const connections = createKeepAliveAgent();
  const hosts = createHosts(options);
  const waiting = createWaitingHost(hosts.start);
  const versions = createSourceVersions({ takeHost: waiting.take, connections });
  const stop = async (): Promise<void> => {
    waiting.stop();
    await hosts.stop();
    connections.destroy();
  };
  return {
    load: versions.load,
    renew: waiting.renew,
    stop,
    async call(path, request) {
      try {
        return await (await versions.serving()).call(path, request);
      } catch (error) {
        if (request.signal.aborted) throw error;
        return toFailureResponse(error);
      }
    },
    [Symbol.asyncDispose]: stop,
  };
}

interface Hosts {
  start(this: void, isAhead: boolean): Promise<SourceHost>;
  /** Ends all processes and starts no more. */
  stop(this: void): Promise<void>;
}

/** Creates and tracks the processes. */
function createHosts(options: SourceHostingOptions): Hosts {
  const { hostScript, preload, onOutput } = options;
  const sockets = createSocketFolder();
  const running = new Set<SourceHost>();
  let isStopped = false;
  const onFetchConfiguration: StartSourceHostOptions['onFetchConfiguration'] = (request, reply) =>
    void replyWithConfiguration(toBackend(options), SOURCES, request, reply);
  return {
    async start(isAhead) {
      const [{ socketPath }, variables] = await Promise.all([sockets.newSocket(null), options.readVariables()]);
      if (isStopped) throw new HostingFailure(503, 'The service is stopping.');
      const host = startSourceHost({
        hostScript,
        socketPath,
        preload,
        rehearses: isAhead,
        ...options.permissions(),
        variables,
        name: options.name(),
        onFetchConfiguration,
        onOutput,
      });
      running.add(host);
      void host.exited.then(() => running.delete(host));
      return host;
    },
    async stop() {
      isStopped = true;
      const ending = [...running];
      for (const host of ending) host.kill();
      await Promise.all(ending.map(({ exited }) => exited));
      await sockets.remove();
    },
  };
}

/** The sources only ask for configurations, by name: they are not a deployment. */
function toBackend({ resolveConfiguration }: SourceHostingOptions) {
  return {
    resolveConfiguration: (_: HostedDeployment, reference: ConfigurationReference) => resolveConfiguration(reference),
  };
}

const SOURCES: HostedDeployment = {
  id: 'sources',
  app_id: 'sources',
  app_name: 'sources',
  artifact_sha256: null,
  url: null,
};
