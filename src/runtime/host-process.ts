/**
 * Serves one bundle in its own process: `host-process BUNDLE SOCKET NAME [RELAY]`. The socket is a descriptor on which it
 * is called, or the path of one that it creates. The parent starts it with the bundle's environment variables. It sends
 * `ready` when it listens, and fetches configurations over the channel.
 */
import { pathToFileURL } from 'node:url';
import {
  type BundleCommand,
  type BundleMessage,
  parseBundleCommand,
} from '../contract/host-protocol/bundle-protocol.ts';
import { answerCalls, cacheLongAnswers } from './hosted/answer-calls.ts';
import type { createWorkflowApp, WorkflowAppOptions } from './app/create-workflow-app.ts';
import { CALL_MARK_HEADER } from '../contract/host-protocol/limits.ts';
import { explainRefusedAccess, limitNativeCode, reportUncaught } from './hosted/author-errors.ts';
import { hidePlaces } from './hosted/hide-places.ts';
import { markOutput } from './hosted/mark-output.ts';
import { keepWorkingFolder } from '../foundation/working-folder.ts';
import { openParentChannel, parentConfigurations } from './hosted/parent-channel.ts';
import { watchCalls } from './open-telemetry/watch-calls.ts';
import { routeConnections } from './hosted/route-connections.ts';
import { serveWorkflow, type ServeWorkflowOptions } from './app/serve-workflow.ts';

/** The exports of the bundler's stub. */
interface Bundle {
  readonly createApp: (options: WorkflowAppOptions) => ReturnType<typeof createWorkflowApp>;
}

const [, , bundlePath = '', socket = '', name = 'workflow', relay] = process.argv;

await serveBundle(bundlePath, /^\d+$/.test(socket) ? { descriptor: Number(socket) } : { path: socket });

async function serveBundle(bundle: string, where: Pick<ServeWorkflowOptions, 'path' | 'descriptor'>): Promise<void> {
  process.setSourceMapsEnabled(true);
  reportUncaught();
  if (relay !== undefined) routeConnections(relay);
  const explain = explainRefusedAccess({ home: process.cwd(), isSandboxed: process.permission !== undefined });
  const explainFailure = hidePlaces({ bundle, socket: where.path }, explain);
  const channel = openParentChannel<BundleMessage, BundleCommand>(parseBundleCommand);
  const marks = markOutput([process.stdout, process.stderr]);
  // Before the bundle, which may use OpenTelemetry's API while it loads and must find our provider.
  const watching = watchCalls(name, channel);
  limitNativeCode(bundle);
  keepWorkingFolder(bundle);
  // The bundler generated its entry, which has these exports.
  const { createApp } = (await import(pathToFileURL(bundle).href)) as Bundle;
  const configurations = parentConfigurations(channel);
  const app = createApp({ ...watching, configurations, trustRevisionHeader: true, explainFailure });
  const { cache, fetch } = cacheLongAnswers(app);
  const fetchMarked: typeof fetch = async (request) => {
    marks.enter(request.headers.get(CALL_MARK_HEADER) ?? undefined);
    const response = await fetch(request);
    await marks.written();
    return response;
  };
  await serveWorkflow({ app: { ...app, fetch: fetchMarked }, ...where });
  answerCalls(app, cache, marks, channel);
  channel.send({ type: 'ready' });
}
