import { metrics, trace } from '@opentelemetry/api';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

/** Gets each span of the application once, as an exporter to a product for observability would. */
export const exporter = new InMemorySpanExporter();

const registered = [
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })),
  metrics.setGlobalMeterProvider(new MeterProvider()),
];
if (registered.includes(false)) throw new Error('OpenTelemetry refused a provider.');
