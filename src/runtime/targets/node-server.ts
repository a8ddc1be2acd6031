import { messageOf } from '../../foundation/errors/wf-error.ts';
import { KEEP_ALIVE_SECONDS } from '../../foundation/keep-alive.ts';
import { createExporter } from '../open-telemetry/export-spans.ts';
import { serveWorkflow } from '../app/serve-workflow.ts';
import { watchNode } from '../model-calls/watch/watch-node.ts';
import { workInWritableFolder } from './work-in-writable-folder.ts';
import { createSelfHostedApp, startTracing, type TargetVariables } from './self-hosted-app.ts';

// The bundle loads this module before the workflow.
workInWritableFolder();
const started = startTracing(watchNode);

/** Time that calls in flight have to finish after SIGTERM; container platforms wait 30 s before they kill. */
const GRACE_MS = 25_000;

/**
 * Serves a workflow as a program on `HOST` and `PORT` until SIGTERM or SIGINT, then finishes the calls in flight. Idle
 * connections stay open for `KEEP_ALIVE` seconds. If it cannot start, it prints one line to stderr and exits with code 1.
 */
export async function runServer(workflow: Readonly<Record<string, unknown>>, application: string): Promise<void> {
  const variables: TargetVariables = process.env;
  try {
    const app = createSelfHostedApp(workflow, { application, variables, started });
    if (isExporting(variables)) started.tracing.exportTo(createExporter(toSettings(variables)));
    const where = { host: variables['HOST'] || '127.0.0.1', port: readPort(variables['PORT']) };
    const keepAliveMs = readSeconds(variables['KEEP_ALIVE'], KEEP_ALIVE_SECONDS) * 1000;
    const server = await serveWorkflow({ app, ...where, keepAliveMs, graceMs: GRACE_MS });
    process.stdout.write(`${application} answers on ${server.url}\n`);
    const stop = () => void server.close().then(async () => await started.tracing.flush());
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return 8080;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new Error(`PORT is ${JSON.stringify(text)}, which is not a port.`);
  return Number(text);
}

function readSeconds(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  if (/^\d{1,5}$/.test(text) && Number(text) > 0) return Number(text);
  throw new Error(`KEEP_ALIVE is ${JSON.stringify(text)}, which is not a number of seconds from 1 to 99999.`);
}

function isExporting(variables: TargetVariables): boolean {
  return Boolean(variables['OTEL_EXPORTER_OTLP_ENDPOINT'] || variables['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']);
}

function toSettings(variables: TargetVariables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value !== undefined && name.startsWith('OTEL_') ? [[name, value]] : [],
    ),
  );
}
