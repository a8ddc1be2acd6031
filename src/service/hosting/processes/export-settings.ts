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
  const source = [own, service].find(hasEndpoint);
  if (source === undefined) return null;
  return Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) =>
      name.startsWith('OTEL_EXPORTER_OTLP_') && value !== undefined ? [[name, value]] : [],
    ),
  );
}

/** Returns where the service lets spans go; `null` when it does not, or the workflow names an address itself. */
export function collectorOf(
  own: Readonly<Record<string, string>>,
  service: Readonly<Record<string, string | undefined>>,
): URL | null {
  if (hasEndpoint(own)) return null;
  const address = ENDPOINTS.map((name) => service[name] ?? '').find((value) => value !== '');
  return address === undefined ? null : URL.parse(address);
}

function hasEndpoint(variables: Readonly<Record<string, string | undefined>>): boolean {
  return ENDPOINTS.some((name) => (variables[name] ?? '') !== '');
}
