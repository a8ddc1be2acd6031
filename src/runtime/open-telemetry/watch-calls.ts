import type { ExportSpans } from '../../contract/host-protocol/bundle-protocol.ts';
import type { MessageChannel } from '../../contract/host-protocol/open-channel.ts';
import type { ServiceMessage } from '../../contract/host-protocol/source-protocol.ts';
import type { WorkflowAppOptions } from '../app/create-workflow-app.ts';
import { watchNode } from '../model-calls/watch/watch-node.ts';
import { modelPrices } from '../tracing/model-prices.ts';
import { createTracing, type Tracing } from './create-tracing.ts';

/** Traces the calls of a workflow and their costs, for the process that serves it. */
export function watchCalls(
  serviceName: string,
  channel: Pick<MessageChannel<never, ServiceMessage>, 'onMessage'>,
): Required<Pick<WorkflowAppOptions, 'tracer' | 'prices'>> {
  let isFlushed = false;
  // Once: a second flush would end the process while the first one sends.
  const flushOnce = () => {
    if (!isFlushed) flushAtEnd(tracing);
    isFlushed = true;
  };
  const tracing = createTracing(serviceName, watchNode, flushOnce);
  channel.onMessage((message) => {
    if (message.type === 'export-spans') void startExport(tracing, message.settings).then(flushOnce);
  });
  return { tracer: tracing.tracer, prices: modelPrices };
}

async function startExport(tracing: Tracing, settings: ExportSpans['settings']): Promise<void> {
  const { createExporter } = await import('./export-spans.ts');
  tracing.exportTo(createExporter(settings));
}

/** The parent waits a second before it kills this process. */
function flushAtEnd(tracing: Tracing): void {
  process.once('SIGTERM', () => void tracing.flush().finally(() => process.kill(process.pid, 'SIGKILL')));
}
