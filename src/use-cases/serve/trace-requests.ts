import { exportSettings } from '../../service/hosting/processes/way-out.ts';
import type { RequestTraces } from '../../service/observe/request-traces.ts';

/**
 * Creates request traces if the environment configures an OpenTelemetry exporter.
 *
 * @returns `null` if it does not
 * @source OpenTelemetry specification, "Environment Variable Specification"
 */
export async function traceRequests(env: Readonly<Record<string, string | undefined>>): Promise<RequestTraces | null> {
  const settings = exportSettings({}, env);
  const isOff = env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none';
  if (settings === null || isOff) return null;
  const { createExporter } = await import('../../runtime/open-telemetry/export-spans.ts');
  const { createRequestTraces } = await import('../../service/observe/request-traces.ts');
  return createRequestTraces(createExporter(settings), env['OTEL_SERVICE_NAME'] ?? 'wf');
}
