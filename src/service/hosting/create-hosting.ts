import { chown, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostedAnswer, HostedCall, HostedDeployment, HostedQuestion, Hosting, HostingBackend } from '../ports.ts';
import { answerConfiguration } from './answer-configuration.ts';
import { askByCall, toAnswer } from './ask-by-call.ts';
import { createBundleProcess } from './bundle-process.ts';
import { type BundleUsers, createUserPool } from './bundle-users.ts';
import { cacheArtifact } from './cache-artifact.ts';
import { askBundle, callBundle, type CallBundleOptions } from './call-bundle.ts';
import { callUrl } from './call-url.ts';
import { createBackoff } from './create-backoff.ts';
import { createSocketFolder, type SocketFolder } from './create-socket-folder.ts';
import { createLogWriter, type LogWriter } from './write-logs.ts';
import { forkHost, type ForkHostOptions, type RunningHost } from './fork-host.ts';
import { HostingFailure, toFailureResponse } from './hosting-failure.ts';

export interface HostingLimits {
  /** Longest from starting a process to its first "ready". @defaultValue 15,000 */
  readonly startTimeoutMs: number;
  /**
   * Longest wait for an answer to begin, and between two parts of it. Longer than the runtime's own limit, which words
   * it better and ends one call, not the process.
   *
   * @defaultValue 310,000
   */
  readonly callTimeoutMs: number;
  /** How long a process without calls is kept warm. @defaultValue 10 minutes */
  readonly idleMs: number;
  /** Heap of one process. @defaultValue 256 */
  readonly memoryMb: number;
}

export interface HostingOptions {
  /** Script that serves one bundle (see the package's paths). */
  readonly hostScript: URL;
  /** Folder of the service's data; bundles are cached below it. */
  readonly dataDir: string;
  readonly backend: HostingBackend;
  readonly limits?: Partial<HostingLimits>;
  /** Users that bundles run as. @defaultValue the service's own */
  readonly users?: BundleUsers;
  readonly now?: () => number;
}

const HOSTING_LIMITS: HostingLimits = {
  startTimeoutMs: 15_000,
  callTimeoutMs: 310_000,
  idleMs: 600_000,
  memoryMb: 256,
};

/** Shorter than the five seconds after which Node's server closes a kept connection. */
const KEPT_CONNECTION_MS = 4000;

interface HostedBundle extends CallBundleOptions {
  variablesVersion: number;
}

/** Makes the host of deployed bundles. Nothing is started before the first call. */
export function createHosting(options: HostingOptions): Hosting {
  const limits = { ...HOSTING_LIMITS, ...options.limits };
  const { Agent } = process.getBuiltinModule('node:http');
  const agent = new Agent({ keepAlive: true, timeout: KEPT_CONNECTION_MS });
  const sockets = createSocketFolder();
  const userOf = createUserPool(options.users);
  const logs = createLogWriter({
    append: async (appId, lines) => await options.backend.appendLogs?.(appId, lines),
    now: options.now ?? Date.now,
  });
  const bundles = new Map<string, HostedBundle>();
  let isStopped = false;

  /** One process per app and bundle: apps have variables and configurations of their own. */
  const bundleOf = (deployment: HostedDeployment, sha256: string): CallBundleOptions => {
    const key = `${deployment.app_id}/${sha256}`;
    const variablesVersion = deployment.variables_version ?? 0;
    const known = bundles.get(key);
    if (known !== undefined) {
      // An evaluation that began before goes on with what it read then, and shall not bring the old process back.
      if (variablesVersion > known.variablesVersion) known.process.renew();
      known.variablesVersion = Math.max(known.variablesVersion, variablesVersion);
      return known;
    }
    const backoff = createBackoff(options.now ?? Date.now);
    const subject = `the workflow of app ${JSON.stringify(deployment.app_name)}`;
    const user = userOf(deployment.app_id);
    const start = () => startHost({ ...options, limits, sockets, logs, user, deployment, sha256, subject });
    const process = createBundleProcess({
      start,
      subject,
      idleMs: limits.idleMs,
      backoff,
      onFailure: (words) => logs.open(deployment.app_id)('service', `The workflow failed: ${words}\n`),
    });
    const made = { process, backoff, subject, agent, callTimeoutMs: limits.callTimeoutMs, variablesVersion };
    bundles.set(key, made);
    return made;
  };

  const call = async (hosted: HostedCall): Promise<Response> => {
    try {
      if (isStopped) throw new HostingFailure(503, 'The service is stopping.');
      const { url, artifact_sha256: sha256 } = hosted.deployment;
      if (url !== null) return await callUrl(hosted, new URL(url), limits.callTimeoutMs);
      if (sha256 === null) throw new HostingFailure(502, 'The deployment has neither a bundle nor an address.');
      return await callBundle(hosted, bundleOf(hosted.deployment, sha256));
    } catch (error) {
      if (hosted.request.signal.aborted) throw error;
      return toFailureResponse(error);
    }
  };

  const ask = async (question: HostedQuestion): Promise<HostedAnswer> => {
    const { deployment, signal } = question;
    const { url, artifact_sha256: sha256 } = deployment;
    // Only a process of ours has a channel; what has none, or nothing to call, is called as anybody calls it.
    if (isStopped || url !== null || sha256 === null) return await askByCall(call, question);
    try {
      return await askBundle(question, bundleOf(deployment, sha256));
    } catch (error) {
      if (signal.aborted) throw error;
      return await toAnswer(toFailureResponse(error));
    }
  };

  const stop = async (): Promise<void> => {
    isStopped = true;
    await Promise.all([...bundles.values()].map(({ process }) => process.stop()));
    agent.destroy();
    await logs.flush();
    await sockets.remove();
  };

  return { call, ask, stop, [Symbol.asyncDispose]: stop };
}

interface StartHostOptions extends HostingOptions {
  readonly limits: HostingLimits;
  readonly sockets: SocketFolder;
  readonly logs: LogWriter;
  readonly user: number | null;
  readonly deployment: HostedDeployment;
  readonly sha256: string;
  readonly subject: string;
}

async function startHost(options: StartHostOptions): Promise<RunningHost> {
  const { hostScript, dataDir, backend, limits, sockets, logs, user, deployment, sha256, subject } = options;
  const readArtifact = (hash: string) => backend.readArtifact(hash);
  const [cached, variables] = await Promise.all([
    cacheArtifact({ folder: join(dataDir, 'artifacts'), sha256, readArtifact }),
    backend.readVariables(deployment),
  ]);
  const place = await placeFor(user, cached, sockets);
  const { memoryMb, startTimeoutMs } = limits;
  const onMessage: ForkHostOptions['onMessage'] = (message, reply) =>
    void answerConfiguration(backend, deployment, message, reply);
  const name = deployment.app_name;
  const onOutput = logs.open(deployment.app_id);
  const process = { hostScript, ...place, user, variables, memoryMb, startTimeoutMs };
  return forkHost({ ...process, name, subject, onMessage, onOutput });
}

/** Where a process finds its bundle and makes its socket. Another user gets a folder and a copy of its own. */
async function placeFor(user: number | null, cached: string, sockets: SocketFolder) {
  if (user === null) return { bundle: cached, socketPath: await sockets.newPath() };
  const folder = await sockets.newFolderOf(user);
  const bundle = join(folder, 'workflow.mjs');
  await copyFile(cached, bundle);
  await chown(bundle, user, user);
  return { bundle, socketPath: join(folder, 's') };
}
