import { isDeepStrictEqual } from 'node:util';
import { loadOnce } from '../../foundation/load-once.ts';
import type { ImportedPackages } from '../../contract/deployments/bundle-parts.ts';
import { type BundleCaller, createBundleCaller } from './bundles/call-bundle.ts';
import { explainFailure } from './bundles/explain-failure.ts';
import { HOSTING_LIMITS, type HostingLimits, type HostingOptions } from './bundles/hosting-options.ts';
import { createUserPool, tenantOf } from './bundles/tenants.ts';
import { askByCall, toAnswer } from './calls/ask-route.ts';
import { MAX_SHORT_LENGTH } from '../../contract/host-protocol/limits.ts';
import { fitsChannel } from './calls/call-channel.ts';
import { createConnections, type Connections } from './calls/send-request.ts';
import type {
  HostedAnswer,
  HostedCall,
  HostedDeployment,
  HostedExchange,
  HostedQuestion,
  Hosting,
  ReadVariables,
  WrittenLine,
} from './hosting.ts';
import { HostingFailure, ownFolders, toFailureResponse } from './hosting-failure.ts';
import { requireAllowed } from './packages/packages-rule.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { createBackoff, createHostedProcess, type HostedProcess } from './hosted-process.ts';
import { createBundlePlaces } from './processes/process-places.ts';
import { createSocketFolder } from './processes/create-socket-folder.ts';
import type { RunningHost } from './processes/start-host-process.ts';
import { createCallMarks, createLogWriter } from './bundles/write-logs.ts';

/** Creates the host of deployed bundles. A bundle's first call starts its process. */
export function createHosting(options: HostingOptions): Hosting {
  const limits = { ...HOSTING_LIMITS, ...options.limits };
  const connections = createConnections();
  const bundles = createHostedBundles({ ...options, limits }, connections);
  const selfHosted = loadOnce(async () => {
    // It loads undici.
    const { createUrlCaller } = await import('./calls/call-url.ts');
    return createUrlCaller(limits.callTimeoutMs, options.egress ?? null, connections.heldBy);
  });
  const own = ownFolders(options);
  let isStopped = false;
  /** Only a local process has a channel; any other call goes over HTTP. */
  const localBundle = (deployment: HostedDeployment): BundleCaller | null => {
    const { url, artifact_sha256: sha256 } = deployment;
    return isStopped || url !== null || sha256 === null ? null : bundles.of(deployment, sha256);
  };

  const call = async (hosted: HostedCall): Promise<Response> => {
    const { deployment, request } = hosted;
    try {
      if (isStopped) throw new HostingFailure(503, 'The service is stopping.');
      if (deployment.url !== null) return await (await selfHosted.get()).call(hosted, new URL(deployment.url));
      const bundle = localBundle(deployment);
      if (bundle === null) throw new HostingFailure(502, 'The deployment has neither a bundle nor an address.');
      return await bundle.call(hosted);
    } catch (error) {
      if (request.signal.aborted) throw error;
      return toFailureResponse(error, own);
    }
  };

  const ask = async (question: HostedQuestion): Promise<HostedAnswer> => {
    const bundle = fitsChannel(question) ? localBundle(question.deployment) : null;
    if (bundle === null) {
      question.onSent?.();
      return await askByCall(call, question);
    }
    try {
      return await bundle.ask(question);
    } catch (error) {
      const { hasEnded, wasSent } = error instanceof HostingFailure ? error : { hasEnded: false, wasSent: true };
      if (question.signal.aborted && !hasEnded) throw error;
      return { ...(await toAnswer(toFailureResponse(error, own))), hasEnded, isUnsent: !wasSent };
    }
  };

  const exchange = async (exchanged: HostedExchange): Promise<HostedAnswer | Response> => {
    const { deployment, path, revisionId, origin, signal, toRequest } = exchanged;
    const bundle = fitsChannel(exchanged, MAX_SHORT_LENGTH) ? localBundle(deployment) : null;
    if (bundle === null) return await call({ deployment, path, revisionId, origin, request: toRequest() });
    try {
      return await bundle.exchange(exchanged);
    } catch (error) {
      if (signal.aborted) throw error;
      return toFailureResponse(error, own);
    }
  };

  const stop = async (): Promise<void> => {
    isStopped = true;
    await bundles.stop();
    connections.destroy();
    await (await selfHosted.ifLoaded())?.stop();
  };

  const requirePackages = (packages: ImportedPackages): void => requireAllowed(packages, options.packages ?? []);

  return { call, exchange, ask, requirePackages, stop, [Symbol.asyncDispose]: stop };
}

/** How long the calls of a replaced process may take. */
const DRAIN_MS = 60_000;

/** Runs one process per app, bundle and set of variables: no process sees the variables of another environment. */
function createHostedBundles(options: HostingOptions & { readonly limits: HostingLimits }, connections: Connections) {
  const { backend, now = Date.now, sandbox = createSandbox() } = options;
  const { idleMs, callTimeoutMs: timeoutMs } = options.limits;
  const sockets = createSocketFolder();
  const userOf = createUserPool(options.users);
  const append = async (appId: string, lines: readonly WrittenLine[]) => await backend.appendLogs?.(appId, lines);
  const logs = createLogWriter({ append, now, maxLines: options.maxLogLines });
  const bundles = new Map<string, ReturnType<typeof open> & { variablesVersion: number }>();
  const residents = new Set<HostedProcess<RunningHost>>();
  const places = createBundlePlaces(options.limits, residents);
  const open = (deployment: HostedDeployment, sha256: string) => {
    let started: ReadVariables | null = null;
    const { app_id, app_name, subject = `the workflow of app ${JSON.stringify(app_name)}` } = deployment;
    const user = userOf(tenantOf(deployment));
    const marks = createCallMarks();
    let room = Promise.resolve();
    const process = createHostedProcess<RunningHost>({
      admit: () => {
        room = places.get().processes.take();
      },
      start: async () =>
        await places.get().processes.hold(room, async () => {
          // A short command starts no process, and needs neither this nor the schemas of its messages.
          const { startBundle } = await import('./bundles/start-bundle.ts');
          const onOutput = logs.open(app_id, marks.find);
          const readAt = performance.now();
          const own = { sandbox, sockets, relays: places.get().relays, onOutput };
          const host = await startBundle({ ...options, ...own, user, deployment, sha256, subject });
          started = { values: host.variables, readAt };
          return host;
        }),
      idleMs,
      drainMs: DRAIN_MS,
      backoff: createBackoff(subject, now),
      onFailure: (reason) => logs.open(app_id)('service', `The workflow failed: ${reason}\n`),
      explainFailure: async (error, host, entered) =>
        await explainFailure(error, host, entered, { subject, connections, timeoutMs }),
    });
    residents.add(process);
    /** Replaces a process that was started with other variables than those that were read since. */
    const renewFor = (wanted: ReadVariables): void => {
      if (started === null || started.readAt >= wanted.readAt) return;
      const isSame = isDeepStrictEqual(started.values, wanted.values);
      started = isSame ? { ...started, readAt: wanted.readAt } : null;
      if (!isSame) process.renew();
    };
    return { process, renewFor, caller: createBundleCaller(process, marks, { connections, timeoutMs }) };
  };
  return {
    of(deployment: HostedDeployment, sha256: string): BundleCaller {
      const key = `${tenantOf(deployment)}/${sha256}`;
      // The app's variables do not reach a protected environment.
      const variablesVersion = deployment.environment?.isProtected === true ? 0 : (deployment.variables_version ?? 0);
      const known = bundles.get(key) ?? { ...open(deployment, sha256), variablesVersion };
      bundles.set(key, known);
      // A running evaluation still names the older version, and must not bring the old process back.
      if (variablesVersion > known.variablesVersion) known.process.renew();
      known.variablesVersion = Math.max(known.variablesVersion, variablesVersion);
      if (deployment.variables !== undefined) known.renewFor(deployment.variables);
      return known.caller;
    },
    async stop() {
      await Promise.all([...bundles.values()].map(({ process }) => process.stop()));
      await logs.flush();
      await sockets.remove();
    },
  };
}
