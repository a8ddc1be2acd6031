import { createSandbox } from '../../../sandbox/create-sandbox.ts';
import type { KeepAliveAgent } from '../calls/send-request.ts';
import { createBackoff, createHostedProcess, type HostedProcess } from '../hosted-process.ts';
import type { HostedDeployment, WrittenLine } from '../hosting.ts';
import { createSocketFolder } from '../processes/create-socket-folder.ts';
import type { RunningHost } from '../processes/start-host-process.ts';
import { type BundleCaller, createBundleCaller, explainFailure } from './call-bundle.ts';
import { createUserPool, type HostingLimits, type HostingOptions } from './hosting-options.ts';
import { createCallMarks, createLogWriter } from './write-logs.ts';

export interface HostedBundles {
  of(this: void, deployment: HostedDeployment, sha256: string): BundleCaller;
  stop(this: void): Promise<void>;
}

export interface HostedBundlesOptions extends HostingOptions {
  readonly limits: HostingLimits;
  readonly connections: KeepAliveAgent;
}

/** How long the calls of a replaced process may take. */
const DRAIN_MS = 60_000;

/** Runs one process per app, bundle and set of variables: no process sees the variables of another environment. */
export function createHostedBundles(options: HostedBundlesOptions): HostedBundles {
  const { backend, now = Date.now, sandbox = createSandbox(), connections } = options;
  const { idleMs, callTimeoutMs: timeoutMs } = options.limits;
  const sockets = createSocketFolder();
  const userOf = createUserPool(options.users);
  const append = async (appId: string, lines: readonly WrittenLine[]) => await backend.appendLogs?.(appId, lines);
  const logs = createLogWriter({ append, now, mostLines: options.mostLogLines });
  const bundles = new Map<string, KnownBundle>();
  const open = (deployment: HostedDeployment, sha256: string) => {
    const { app_id, app_name, subject = `the workflow of app ${JSON.stringify(app_name)}` } = deployment;
    const user = userOf(tenantOf(deployment));
    const marks = createCallMarks();
    const process = createHostedProcess<RunningHost>({
      start: async () => {
        // A short command starts no process, and needs neither this nor the schemas of its messages.
        const { startBundle } = await import('./start-bundle.ts');
        const onOutput = logs.open(app_id, marks.find);
        return await startBundle({ ...options, sandbox, sockets, onOutput, user, deployment, sha256, subject });
      },
      idleMs,
      drainMs: DRAIN_MS,
      backoff: createBackoff(subject, now),
      onFailure: (reason) => logs.open(app_id)('service', `The workflow failed: ${reason}\n`),
      explainFailure: async (error, host, signal) =>
        await explainFailure(error, host, signal, { subject, connections, timeoutMs }),
    });
    return { process, caller: createBundleCaller({ process, marks, connections, timeoutMs }) };
  };
  return {
    of(deployment, sha256) {
      const key = `${tenantOf(deployment)}/${sha256}`;
      // The app's variables do not reach a protected environment.
      const variablesVersion = deployment.environment?.isProtected === true ? 0 : (deployment.variables_version ?? 0);
      const known = bundles.get(key) ?? { ...open(deployment, sha256), variablesVersion };
      bundles.set(key, known);
      // A running evaluation still names the older version, and must not bring the old process back.
      if (variablesVersion > known.variablesVersion) known.process.renew();
      known.variablesVersion = Math.max(known.variablesVersion, variablesVersion);
      return known.caller;
    },
    async stop() {
      await Promise.all([...bundles.values()].map(({ process }) => process.stop()));
      await logs.flush();
      await sockets.remove();
    },
  };
}

interface KnownBundle {
  readonly process: HostedProcess<RunningHost>;
  readonly caller: BundleCaller;
  variablesVersion: number;
}

/** Names whom a process runs for: an app, or one of its environments with variables of its own. */
function tenantOf({ app_id, environment }: HostedDeployment): string {
  const { variablesId = null, isProtected = false } = environment ?? {};
  if (variablesId === null && !isProtected) return app_id;
  return `${app_id}/${isProtected ? 'protected' : 'with'}/${variablesId ?? 'none'}`;
}
