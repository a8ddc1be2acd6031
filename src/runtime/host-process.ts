/**
 * Serves one bundle in a process of its own: `host-process BUNDLE SOCKET NAME`. The parent forked it with an environment
 * of its own; it says `ready` when it listens, and asks for configurations over the channel.
 */
import { pathToFileURL } from 'node:url';
import { answerCalls } from './hosted/answer-calls.ts';
import type { createWorkflowApp, WorkflowAppOptions } from './app/create-workflow-app.ts';
import { type Channel, ipcConfigurations } from './hosted/ipc-configurations.ts';
import { watchCalls } from './open-telemetry/watch-calls.ts';
import { serveWorkflow } from './app/serve-workflow.ts';

/** What the bundler's stub exports. */
interface Bundle {
  readonly createApp: (options: WorkflowAppOptions) => ReturnType<typeof createWorkflowApp>;
}

const [, , bundlePath = '', socketPath = '', name = 'workflow'] = process.argv;

await serveBundle(bundlePath, socketPath);

async function serveBundle(bundle: string, path: string): Promise<void> {
  process.setSourceMapsEnabled(true);
  const channel = takeChannel();
  // Before the bundle: what it makes of OpenTelemetry's API while it loads shall find us.
  const watching = watchCalls(name, channel);
  // The bundler wrote its entry, so it exports what the stub says.
  const { createApp } = (await import(pathToFileURL(bundle).href)) as Bundle;
  const configurations = ipcConfigurations(channel);
  const app = createApp({ ...watching, configurations, trustRevisionHeader: true });
  await serveWorkflow({ app, path });
  answerCalls(app, channel);
  channel.send({ type: 'ready' });
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
