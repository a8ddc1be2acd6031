import { createSandbox } from '../../../sandbox/create-sandbox.ts';
import type { HostedDeployment, WrittenLine } from '../hosting.ts';
import { type BundleProcess, createBundleProcess } from './bundle-process.ts';
import { createUserPool } from './bundle-users.ts';
import { type Backoff, createBackoff } from './create-backoff.ts';
import { createSocketFolder } from '../processes/create-socket-folder.ts';
import type { HostingLimits, HostingOptions } from './hosting-options.ts';
import { type CallMarks, createCallMarks } from '../calls/call-marks.ts';
import { createLogWriter } from './write-logs.ts';

/** A bundle as one app runs it. */
export interface HostedBundle {
  readonly process: BundleProcess;
  readonly marks: CallMarks;
  readonly backoff: Backoff;
  /** Its name in messages. */
  readonly subject: string;
}

/** The processes of the bundles that were called. */
export interface HostedBundles {
  of(this: void, deployment: HostedDeployment, sha256: string): HostedBundle;
  stop(this: void): Promise<void>;
}

export interface HostedBundlesOptions extends HostingOptions {
  readonly limits: HostingLimits;
}

/** Runs one process per app, bundle and set of variables: no process sees the variables of another environment. */
export function createHostedBundles(options: HostedBundlesOptions): HostedBundles {
  const { backend, now = Date.now, sandbox = createSandbox() } = options;
  const sockets = createSocketFolder();
  const userOf = createUserPool(options.users);
  const append = async (appId: string, lines: readonly WrittenLine[]) => await backend.appendLogs?.(appId, lines);
  const logs = createLogWriter({ append, now, mostLines: options.mostLogLines });
  const bundles = new Map<string, KnownBundle>();
  const open = (deployment: HostedDeployment, sha256: string): HostedBundle => {
    const { app_id, app_name, subject = `the workflow of app ${JSON.stringify(app_name)}` } = deployment;
    const backoff = createBackoff(now);
    const user = userOf(tenantOf(deployment));
    const marks = createCallMarks();
    const start = async () => {
      // A short command starts no process, and needs neither this nor the schemas of its messages.
      const { startHost } = await import('./start-host.ts');
      const onOutput = logs.open(app_id, marks.find);
      return await startHost({ ...options, sandbox, sockets, onOutput, user, deployment, sha256, subject });
    };
    const onFailure = (reason: string) => logs.open(app_id)('service', `The workflow failed: ${reason}\n`);
    const { idleMs } = options.limits;
    return { process: createBundleProcess({ start, subject, idleMs, backoff, onFailure }), marks, backoff, subject };
  };
  return {
    of(deployment, sha256) {
      const key = `${tenantOf(deployment)}/${sha256}`;
      // The app's variables do not reach a protected environment.
      const variablesVersion = deployment.environment?.isProtected === true ? 0 : (deployment.variables_version ?? 0);
      const known = bundles.get(key) ?? { bundle: open(deployment, sha256), variablesVersion };
      bundles.set(key, known);
      // A running evaluation still names the older version, and must not bring the old process back.
      if (variablesVersion > known.variablesVersion) known.bundle.process.renew();
      known.variablesVersion = Math.max(known.variablesVersion, variablesVersion);
      return known.bundle;
    },
    async stop() {
      await Promise.all([...bundles.values()].map(({ bundle }) => bundle.process.stop()));
      await logs.flush();
      await sockets.remove();
    },
  };
}

/** Names whom a process runs for: an app, or one of its environments with variables of its own. */
function tenantOf({ app_id, environment }: HostedDeployment): string {
  const { variablesId = null, isProtected = false } = environment ?? {};
  if (variablesId === null && !isProtected) return app_id;
  return `${app_id}/${isProtected ? 'protected' : 'with'}/${variablesId ?? 'none'}`;
}

interface KnownBundle {
  readonly bundle: HostedBundle;
  variablesVersion: number;
}
