import type { SourceEnd, SourceHost } from './start-source-host.ts';
import { HostingFailure } from '../hosting-failure.ts';
import type { KeepAliveAgent } from '../calls/keep-alive-agent.ts';
import { sendRequest } from '../calls/send-request.ts';
import { once } from '../calls/once.ts';

export interface SourceVersionsOptions {
  /** Returns a process that waits for a version. */
  readonly takeHost: () => Promise<SourceHost>;
  readonly connections: KeepAliveAgent;
}

/** The versions of the sources: the newest working one serves. */
export interface SourceVersions {
  /** Loads a version. When `accept` returns it serves from then on; when it throws, the previous one keeps serving. */
  load<T>(this: void, bundle: string, accept: (end: SourceEnd) => Promise<T>): Promise<T>;
  /** @throws {HostingFailure} when there is none */
  serving(this: void): Promise<SourceVersion>;
}

/** One version of the sources and the process that serves it. */
export interface SourceVersion {
  readonly bundle: string;
  readonly isEnded: boolean;
  call(path: string, request: Request): Promise<Response>;
  /** Ends the process when its calls are done. */
  retire(): void;
}

const LOAD_TIMEOUT_MS = 10_000;
const CALL_TIMEOUT_MS = 900_000;
/** How long the calls of a replaced version may take. */
const RETIRED_MS = 30_000;

export function createSourceVersions({ takeHost, connections }: SourceVersionsOptions): SourceVersions {
  let current: SourceVersion | null = null;
  let reviving: Promise<SourceVersion> | null = null;
  const load = async <T>(bundle: string, accept: (end: SourceEnd) => Promise<T>): Promise<T> => {
    const { version, accepted } = await openVersion(bundle, accept);
    current?.retire();
    current = version;
    return accepted;
  };
  const openVersion = async <T>(bundle: string, accept: (end: SourceEnd) => Promise<T>) => {
    const host = await takeHost();
    try {
      const accepted = await accept(await host.load(bundle, LOAD_TIMEOUT_MS));
      return { version: createVersion(host, bundle, connections), accepted };
    } catch (error) {
      host.kill();
      throw error;
    }
  };
  /** Loads a version again whose process ended, for example by an uncaught error. */
  const revive = async (ended: SourceVersion): Promise<SourceVersion> => {
    const { version } = await openVersion(ended.bundle, requireDescribed);
    // A newer version that loaded meanwhile stays.
    if (current === ended) current = version;
    else version.retire();
    return current ?? version;
  };
  const serving = async (): Promise<SourceVersion> => {
    if (current === null) throw new HostingFailure(503, 'The sources have not been built yet.');
    if (!current.isEnded) return current;
    reviving ??= revive(current).finally(() => (reviving = null));
    return await reviving;
  };
  return { load, serving };
}

async function requireDescribed(end: SourceEnd): Promise<void> {
  if (end.type === 'reported' && end.report.type === 'described') return;
  throw new HostingFailure(502, 'The process of the sources ended and cannot be restarted.');
}

function createVersion(host: SourceHost, bundle: string, connections: KeepAliveAgent): SourceVersion {
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
      const address = { socketPath: host.socketPath, agent: connections.agent };
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
