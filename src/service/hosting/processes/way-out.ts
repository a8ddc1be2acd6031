import { join } from 'node:path';
import type { Sandbox } from '../../../sandbox/create-sandbox.ts';
import { ANYWHERE, type EgressRules } from '../../egress/egress-rules.ts';
import type { RelayPlaces } from '../../egress/relay-places.ts';
import { type Relay, startRelay } from '../../egress/start-relay.ts';

export interface WayOutOptions {
  readonly sandbox: Sandbox;
  /** Where the bundle may connect to; `null`: anywhere. */
  readonly egress: EgressRules | null;
  /** User that it runs as; `null`: the service's own. */
  readonly user: number | null;
  /** Folder of its socket, which no other process uses; `null` for a named pipe. */
  readonly socketFolder: string | null;
  readonly variables: Readonly<Record<string, string>>;
  /** Of all relays of the service. */
  readonly relays: RelayPlaces;
  readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void;
}

export interface WayOut extends Relay {
  readonly path: string;
}

/** Later refusals are not logged: a bundle may try for ever. */
const MAX_REFUSALS = 20;

/**
 * Opens the way out of a bundle that gets no network.
 *
 * @returns `null` when it gets the network itself: it may connect anywhere, or the system cannot hold it
 */
export async function openWayOut(options: WayOutOptions): Promise<WayOut | null> {
  const { sandbox, egress, user, socketFolder, variables, relays, onOutput } = options;
  if (egress === null || egress === ANYWHERE || socketFolder === null) return null;
  if ((await sandbox.kindFor(user)) === 'permission-model') return null;
  const path = join(socketFolder, 'net');
  const collector = collectorOf(variables, process.env);
  const rules: EgressRules = (destination) => isCollector(collector, destination) || egress(destination);
  let refusals = 0;
  const onRefused = (reason: string): void => {
    refusals += 1;
    if (refusals <= MAX_REFUSALS) onOutput('stderr', `${reason}\n`);
  };
  return { ...(await startRelay({ path, rules, places: relays.forBundle(), onRefused })), path };
}

/** The operator has chosen where spans go, and the bundle's process sends its own. */
function isCollector(collector: URL | null, { host, port }: Parameters<EgressRules>[0]): boolean {
  if (collector === null) return false;
  const standard = collector.protocol === 'https:' ? 443 : 80;
  return collector.hostname.replace(/^\[|\]$/g, '') === host && Number(collector.port || standard) === port;
}

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
function collectorOf(
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
