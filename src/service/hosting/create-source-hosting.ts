import type { Agent } from 'node:http';
import type { Parameters } from '../../contract/records/variant.ts';
import type { ConfigurationReference, HostedDeployment } from '../ports.ts';
import { answerConfiguration } from './answer-configuration.ts';
import { createSocketFolder } from './create-socket-folder.ts';
import { forkSourceHost, type SourceEnd, type SourceHost } from './fork-source-host.ts';
import { HostingFailure, toFailureResponse } from './hosting-failure.ts';
import { sendRequest } from './send-request.ts';

export interface SourceHostingOptions {
  /** Script that serves one version of the sources (see the package's paths). */
  readonly hostScript: URL;
  /** Module that imports the packages the last version used; it need not exist. */
  readonly preload: string;
  /** The environment variables the sources see, read when a process starts. */
  readonly readVariables: () => Promise<Readonly<Record<string, string>>>;
  /** @throws {WF_NOT_FOUND} when the reference means nothing */
  readonly resolveConfiguration: (reference: ConfigurationReference) => Promise<Parameters>;
  /** Told what the sources write to their output. */
  readonly onOutput: (text: string) => void;
}

/** Serves the newest good version of a workflow's sources, with a process for the next one ready. */
export interface SourceHosting extends AsyncDisposable {
  /**
   * Loads a version. When `accept` returns, it serves from then on, and calls of the one before may finish; when it
   * throws, the one before goes on.
   */
  load<T>(bundle: string, accept: (end: SourceEnd) => Promise<T>): Promise<T>;
  /** Answers by the version that serves now. Never rejects but for an aborted request. */
  call(path: string, request: Request): Promise<Response>;
  /** Starts the next process anew: what it has loaded or was started with is out of date. */
  renew(): void;
  stop(): Promise<void>;
}

const LOAD_TIMEOUT_MS = 10_000;
const CALL_TIMEOUT_MS = 900_000;
/** How long calls of a version that was replaced may take to finish. */
const RETIRED_MS = 30_000;
/** The first calls of a new version come before the process for the next one is started. */
const WARM_DELAY_MS = 100;

export function createSourceHosting(options: SourceHostingOptions): SourceHosting {
  const sockets = createSocketFolder();
  const { Agent } = process.getBuiltinModule('node:http');
  const agent = new Agent({ keepAlive: true, timeout: 4000 });
  const hosts = new Set<SourceHost>();
  let next: Promise<SourceHost> | null = null;
  let current: Version | null = null;
  let warming: NodeJS.Timeout | undefined;
  let isStopped = false;

  const start = async (): Promise<SourceHost> => {
    const [socketPath, variables] = await Promise.all([sockets.newPath(), options.readVariables()]);
    if (isStopped) throw new HostingFailure(503, 'The service is stopping.');
    const { hostScript, preload, onOutput } = options;
    const onMessage = (message: unknown, reply: (answer: object) => void) =>
      void answerConfiguration(toBackend(options), SOURCES, message, reply);
    const host = forkSourceHost({ hostScript, socketPath, preload, variables, onMessage, onOutput });
    hosts.add(host);
    void host.exited.then(() => hosts.delete(host));
    return host;
  };
  const warm = (): void => {
    clearTimeout(warming);
    if (isStopped || next !== null) return;
    next = start();
    // Told to whoever needs it; until then nobody listens.
    next.catch(() => undefined);
  };
  const takeNext = async (): Promise<SourceHost> => {
    warm();
    const taken = next ?? start();
    next = null;
    warming = setTimeout(warm, WARM_DELAY_MS);
    return await taken;
  };
  const renew = (): void => {
    const stale = next;
    next = null;
    void stale?.then((host) => host.kill()).catch(() => undefined);
    warm();
  };
  const load = async <T>(bundle: string, accept: (end: SourceEnd) => Promise<T>): Promise<T> => {
    const host = await takeNext();
    try {
      const accepted = await accept(await host.load(bundle, LOAD_TIMEOUT_MS));
      current?.retire();
      current = createVersion(host, bundle, agent);
      return accepted;
    } catch (error) {
      host.kill();
      throw error;
    }
  };
  /** A version whose process ended, as by an error nobody caught, is loaded again for the next call. */
  const revive = async (ended: Version): Promise<Version> => {
    await load(ended.bundle, requireDescribed);
    return current ?? ended;
  };
  let reviving: Promise<Version> | null = null;
  const serving = async (): Promise<Version> => {
    if (current === null) throw new HostingFailure(503, 'The sources have not built yet, so nothing answers here.');
    if (!current.isEnded) return current;
    reviving ??= revive(current).finally(() => (reviving = null));
    return await reviving;
  };
  const stop = async (): Promise<void> => {
    isStopped = true;
    clearTimeout(warming);
    await next?.catch(() => undefined);
    const ending = [...hosts];
    for (const host of ending) host.kill();
    await Promise.all(ending.map(({ exited }) => exited));
    agent.destroy();
    await sockets.remove();
  };
  warm();
  return {
    load,
    renew,
    stop,
    async call(path, request) {
      try {
        return await (await serving()).call(path, request);
      } catch (error) {
        if (request.signal.aborted) throw error;
        return toFailureResponse(error);
      }
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** One version of the sources and the process that serves it. */
interface Version {
  readonly bundle: string;
  readonly isEnded: boolean;
  call(path: string, request: Request): Promise<Response>;
  /** Ends the process when its calls are done. */
  retire(): void;
}

function createVersion(host: SourceHost, bundle: string, agent: Agent): Version {
  let [calls, isEnded, isRetired] = [0, false, false];
  void host.exited.then(() => (isEnded = true));
  const leave = (): void => {
    calls -= 1;
    if (isRetired && calls === 0) host.kill();
  };
  return {
    bundle,
    get isEnded() {
      return isEnded;
    },
    retire() {
      isRetired = true;
      if (calls === 0) return host.kill();
      setTimeout(() => host.kill(), RETIRED_MS).unref();
    },
    async call(path, request) {
      calls += 1;
      const onDone = once(leave);
      const address = { socketPath: host.socketPath, agent };
      try {
        return await sendRequest({ address, path, request, extraHeaders: {}, timeoutMs: CALL_TIMEOUT_MS, onDone });
      } catch (error) {
        onDone();
        if (request.signal.aborted) throw error;
        throw new HostingFailure(
          502,
          'The process of the sources ended in the middle of the call; its output says why.',
          { cause: error },
        );
      }
    },
  };
}

async function requireDescribed(end: SourceEnd): Promise<void> {
  if (end.type === 'reported' && end.report.type === 'described') return;
  throw new HostingFailure(502, 'The process of the sources ended, and does not start again.');
}

/** Only configurations are asked for, and only by name: the sources are no deployment. */
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

function once(effect: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    effect();
  };
}
