const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

/**
 * Selects the variables that name the destination of spans: the workflow's own, else the service's, never a mix of
 * both, so that no key of the service's is sent to an address that a workflow names.
 *
 * @returns `null` when neither names an address
 * @source OpenTelemetry specification, "OTLP Exporter Configuration"
 */
export function exportSettings(
  own: Readonly<Record<string, string>>,
  service: Readonly<Record<string, string | undefined>>,
): Record<string, string> | null {
  const source = [own, service].find((variables) => ENDPOINTS.some((name) => (variables[name] ?? '') !== ''));
  if (source === undefined) return null;
  return Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) =>
      name.startsWith('OTEL_EXPORTER_OTLP_') && value !== undefined ? [[name, value]] : [],
    ),
  );
}
