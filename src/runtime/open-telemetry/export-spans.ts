import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace';

/** Export settings: OpenTelemetry's variables. */
export type ExportSettings = Readonly<Record<string, string>>;

/**
 * Creates the exporter of spans over OTLP/HTTP, as JSON.
 *
 * @source OpenTelemetry specification, "OTLP Exporter Configuration"
 */
export function createExporter(settings: ExportSettings): SpanProcessor {
  const timeout = Number(settings['OTEL_EXPORTER_OTLP_TIMEOUT']);
  const exporter = new OTLPTraceExporter({
    url: toUrl(settings),
    headers: {
      ...parseHeaders(settings['OTEL_EXPORTER_OTLP_HEADERS']),
      ...parseHeaders(settings['OTEL_EXPORTER_OTLP_TRACES_HEADERS']),
    },
    ...(timeout > 0 ? { timeoutMillis: timeout } : {}),
  });
  return new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 });
}

function toUrl(settings: ExportSettings): string {
  const own = settings['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  if (own !== undefined && own !== '') return own;
  return `${(settings['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '').replace(/\/+$/, '')}/v1/traces`;
}

/** `name=value,other=value`, percent-encoded as in W3C Baggage. */
function parseHeaders(text = ''): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split('='));
  return Object.fromEntries(
    pairs.flatMap(([name = '', ...value]) =>
      name.trim() === '' ? [] : [[name.trim(), decode(value.join('=').trim())]],
    ),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
