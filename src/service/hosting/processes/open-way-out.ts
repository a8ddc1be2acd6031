import { join } from 'node:path';
import type { Sandbox } from '../../../sandbox/create-sandbox.ts';
import { ANYWHERE, type EgressRules } from '../../egress/egress-rules.ts';
import { type Relay, startRelay } from '../../egress/start-relay.ts';
import { collectorOf } from './export-settings.ts';

export interface WayOutOptions {
  readonly sandbox: Sandbox;
  /** Where the bundle may connect to; `null`: anywhere. */
  readonly egress: EgressRules | null;
  readonly user: number | null;
  readonly socketFolder: string | null;
  readonly variables: Readonly<Record<string, string>>;
  readonly onOutput: (stream: 'stderr', text: string) => void;
}

/** The relay of one bundle, with the path of its socket. */
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
  const { sandbox, egress, user, socketFolder, variables, onOutput } = options;
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
  return { ...(await startRelay({ path, rules, onRefused })), path };
}

/** The operator has chosen where spans go, and the bundle's process sends its own. */
function isCollector(collector: URL | null, { host, port }: Parameters<EgressRules>[0]): boolean {
  if (collector === null) return false;
  const standard = collector.protocol === 'https:' ? 443 : 80;
  return collector.hostname.replace(/^\[|\]$/g, '') === host && Number(collector.port || standard) === port;
}
