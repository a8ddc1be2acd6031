import type { Client, ExtendedClient } from '../../client/create-client.ts';
import { requireExtensions } from '../session/require-extensions.ts';
import type { Labels } from '../../contract/labels/labels.ts';

/**
 * Checks that the service keeps labels, if there are any. Call it before anything is written.
 *
 * @returns `null` without labels
 * @throws {WF_UNSUPPORTED} for labels on a service without them
 */
export async function requireLabels(client: Client, labels: Labels): Promise<ExtendedClient | null> {
  if (Object.keys(labels).length === 0) return null;
  return await requireExtensions(client, 'labels', ['Leave out --label']);
}
