/**
 * Serves the sources of a workflow for `wf dev`, one version per process: `source-host SOCKET PRELOAD NAME
 * rehearse|load`. It is started ahead of time, listens, loads the packages that the last version used and, where there is
 * time, serves a sample to itself; when its version is there, the parent names the file and only the author's own code is
 * left to load.
 */
import { pathToFileURL } from 'node:url';
import { type ThrownError, toThrownError } from '../errors/thrown-error.ts';
import { callSample } from './sample/call-sample.ts';
import type { createWorkflowApp, WorkflowApp, WorkflowAppOptions } from './app/create-workflow-app.ts';
import { type Channel, ipcConfigurations } from './hosted/ipc-configurations.ts';
import { watchCalls } from './open-telemetry/watch-calls.ts';
import type * as Sample from './sample/sample-workflow.ts';
import { serveWorkflow } from './app/serve-workflow.ts';

/** What the parent hears: first that the process is warm, then once what became of the version. */
export type SourceHostReport =
  | { readonly type: 'warm' }
  | { readonly type: 'described'; readonly routes: unknown[]; readonly exportNames: string[] }
  | ({ readonly type: 'threw' } & ThrownError);

/** What the bundler's stub exports. */
interface Bundle {
  readonly createApp: (options: WorkflowAppOptions) => ReturnType<typeof createWorkflowApp>;
  readonly exportNames: string[];
}

const [, , socketPath = '', preload = '', name = 'workflow', task = 'load'] = process.argv;

process.setSourceMapsEnabled(true);
await prepare(takeChannel());

async function prepare(channel: Channel): Promise<void> {
  // Before any package: what they make of OpenTelemetry's API while they load shall find us.
  const options = { ...watchCalls(name, channel), configurations: ipcConfigurations(channel) };
  let app: WorkflowApp | undefined;
  channel.onMessage((message) => {
    if (isLoad(message)) void load(message.bundle, channel, options).then((loaded) => (app = loaded));
  });
  // Nobody calls before the version is described.
  const fetch: WorkflowApp['fetch'] = async (request) =>
    (await app?.fetch(request)) ?? new Response(null, { status: 503 });
  const served = serveWorkflow({ app: { fetch, describe: () => [] }, path: socketPath });
  const [preloaded] = await Promise.all([preloadModules(), served]);
  try {
    if (task === 'rehearse' && preloaded !== null) {
      const { createApp, SAMPLE_CALL } = await preloaded.sample();
      app = createApp(options);
      app.describe();
      await callSample(socketPath, SAMPLE_CALL);
    }
  } catch {
    // What is wrong with it is wrong with the version as well, and told then.
  }
  channel.send({ type: 'warm' } satisfies SourceHostReport);
}

/** What the parent writes for us. */
interface Preloaded {
  readonly sample: () => Promise<typeof Sample>;
}

/** A package that cannot be loaded fails again, and is told, when the version that imports it does. */
async function preloadModules(): Promise<Preloaded | null> {
  // Before the first version there is none.
  return await (import(pathToFileURL(preload).href) as Promise<Preloaded>).catch(() => null);
}

async function load(file: string, channel: Channel, options: WorkflowAppOptions): Promise<WorkflowApp | undefined> {
  const report = (message: SourceHostReport) => channel.send(message);
  const reportThrown = (thrown: unknown) => report({ type: 'threw', ...toThrownError(thrown) });
  process.on('uncaughtException', reportThrown);
  process.on('unhandledRejection', reportThrown);
  try {
    // The bundler wrote its entry, so it exports what the stub says.
    const { createApp, exportNames } = (await import(pathToFileURL(file).href)) as Bundle;
    const app = createApp(options);
    report({ type: 'described', routes: app.describe(), exportNames });
    return app;
  } catch (error) {
    reportThrown(error);
    return undefined;
  } finally {
    process.off('uncaughtException', reportThrown);
    process.off('unhandledRejection', reportThrown);
  }
}

/** Takes the channel to the parent for this file alone: the author's code has no business there. */
function takeChannel(): Channel {
  const send = process.send?.bind(process);
  delete process.send;
  const onMessage: Channel['onMessage'] = (listen) => process.on('message', listen);
  // Without its parent nobody can call it any more. Whatever the author's code left running goes with it.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // A parent that has just gone hears nothing more; without a callback that would be thrown here, and told.
  return { send: (message) => void send?.(message, undefined, undefined, () => undefined), onMessage };
}

function isLoad(message: unknown): message is { readonly type: 'load'; readonly bundle: string } {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'load';
}
