import type { WorkflowAppOptions } from '../app/create-workflow-app.ts';
import type { Channel } from '../hosted/ipc-configurations.ts';
import { modelPrices } from '../tracing/model-prices.ts';
import { createTracing, type Tracing } from './create-tracing.ts';

/** Where the parent process wants spans to be sent; only it knows, since headers may hold keys. */
interface ExportMessage {
  readonly type: 'export-spans';
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Watches what the calls of a workflow do and cost, for the process that serves it.
 *
 * @param serviceName - how exported spans name the workflow
 */
export function watchCalls(
  serviceName: string,
  channel: Pick<Channel, 'onMessage'>,
): Required<Pick<WorkflowAppOptions, 'tracer' | 'prices'>> {
  const tracing = createTracing(serviceName);
  channel.onMessage((message) => {
    if (isExport(message)) void startExport(tracing, message.settings);
  });
  return { tracer: tracing.tracer, prices: modelPrices };
}

async function startExport(tracing: Tracing, settings: ExportMessage['settings']): Promise<void> {
  const { createExporter } = await import('./export-spans.ts');
  tracing.exportTo(createExporter(settings));
  // The parent waits a second before it ends us by force.
  process.once('SIGTERM', () => void tracing.flush().finally(() => process.kill(process.pid, 'SIGKILL')));
}

function isExport(message: unknown): message is ExportMessage {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'export-spans';
}
