import { pathToFileURL } from 'node:url';
import type { MessageChannel } from '../contract/host-protocol/open-channel.ts';
import {
  parseSourceCommand,
  type SourceCommand,
  type SourceMessage,
  type SourceReport,
} from '../contract/host-protocol/source-protocol.ts';
import { keepWorkingFolder } from '../foundation/working-folder.ts';
import { toThrownError } from '../foundation/errors/thrown-error.ts';
import type { createWorkflowApp, WorkflowApp, WorkflowAppOptions } from './app/create-workflow-app.ts';
import { openParentChannel, parentConfigurations } from './hosted/parent-channel.ts';
import { watchCalls } from './open-telemetry/watch-calls.ts';
import { explainRefusedAccess, reportRefusedUses, reportUncaught } from './hosted/author-errors.ts';
import type * as Sample from './sample/sample-workflow.ts';
import { callSample } from './sample/call-sample.ts';
import { shareInstalledApi } from './open-telemetry/shared-provider.ts';
import { serveWorkflow } from './app/serve-workflow.ts';

/**
 * Serves the sources of a workflow for `wf dev`, one version per process: `source-host SOCKET PRELOAD NAME
 * rehearse|load HOME`. Lines of sources are shown relative to HOME. The process is started before its version exists: it listens, loads the packages that the last
 * version used and, if there is time, calls a sample. When the version is ready, the parent sends its file, and only
 * the author's own code remains to be loaded.
 */

/** The exports of the bundler's stub. */
interface Bundle {
  readonly createApp: (options: WorkflowAppOptions) => ReturnType<typeof createWorkflowApp>;
  readonly exportNames: string[];
}

type Channel = MessageChannel<SourceMessage, SourceCommand>;

const [, , socketPath = '', preload = '', name = 'workflow', task = 'load', home = process.cwd()] = process.argv;

process.setSourceMapsEnabled(true);
reportUncaught();
reportRefusedUses(home);
await prepare(openParentChannel(parseSourceCommand));

async function prepare(channel: Channel): Promise<void> {
  // Before any package, which may use OpenTelemetry's API while it loads and must find our provider.
  const options = {
    ...watchCalls(name, channel),
    configurations: parentConfigurations(channel),
    explainFailure: explainRefusedAccess({ home, isSandboxed: process.permission !== undefined }),
  };
  let app: WorkflowApp | undefined;
  channel.onMessage((message) => {
    if (message.type === 'load-version') void load(message.bundle, channel, options).then((loaded) => (app = loaded));
  });
  // There are no calls before the version is described.
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
    // The version has the same problem, and reports it.
  }
  channel.send({ type: 'warm' });
}

/** The module that the parent writes. */
interface Preloaded {
  readonly sample: () => Promise<typeof Sample>;
}

/** A package that cannot be loaded fails again when the version imports it, and is reported then. */
async function preloadModules(): Promise<Preloaded | null> {
  // It does not exist before the first version.
  return await (import(pathToFileURL(preload).href) as Promise<Preloaded>).catch(() => null);
}

async function load(file: string, channel: Channel, options: WorkflowAppOptions): Promise<WorkflowApp | undefined> {
  const report = (message: SourceReport) => channel.send(message);
  const reportThrown = (thrown: unknown) => report({ type: 'threw', ...toThrownError(thrown) });
  process.on('uncaughtException', reportThrown);
  process.on('unhandledRejection', reportThrown);
  try {
    keepWorkingFolder(file);
    await shareInstalledApi(file);
    // The bundler generated its entry, which has these exports.
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
