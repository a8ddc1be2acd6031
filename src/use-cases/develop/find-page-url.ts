import { usageError, UserError } from '../../foundation/errors/wf-error.ts';
import { readDevFile } from '../../project/dev-file.ts';
import type { Settings } from '../../project/resolve-settings.ts';
import { resolveVariant } from '../variants/resolve-variant.ts';
import type { Session } from '../session/session.ts';

export interface FindPageUrlOptions {
  readonly settings: Settings;
  readonly openSession: () => Promise<Session>;
  /** `playground`, `openapi`, or a variant's name. */
  readonly what: string;
}

/**
 * Finds the URL of a page of the configured service, or of the `wf dev` that serves this folder.
 *
 * @throws {WF_USAGE} when there is neither: the embedded service has no address
 */
export async function findPageUrl({ settings, openSession, what }: FindPageUrlOptions): Promise<string> {
  const base = baseOf(settings);
  if (what === 'playground') return `${base}/`;
  if (what === 'openapi') return `${base}/openapi.json`;
  const { client } = await openSession();
  const { uri, variant_name } = await resolveVariant({ client, app: settings.app.value, variant: what });
  if (uri !== null) return `${uri}/openapi.json`;
  throw new UserError({ code: 'WF_NOT_FOUND', message: `Variant ${variant_name} has no address.` });
}

export interface FindRecordPageUrlOptions {
  readonly settings: Settings;
  readonly app: string;
  readonly area: 'variants' | 'evaluations';
  readonly id: string;
}

/** Returns the URL of a record's page in the playground. @throws {WF_USAGE} when there is no service with an address */
export function findRecordPageUrl({ settings, app, area, id }: FindRecordPageUrlOptions): string {
  return `${baseOf(settings)}/#/apps/${encodeURIComponent(app)}/${area}/${encodeURIComponent(id)}`;
}

function baseOf({ baseUrl, dataDir }: Settings): string {
  const base = baseUrl.value ?? readDevFile(dataDir)?.url ?? null;
  if (base === null) throw noAddress();
  return base;
}

function noAddress(): UserError {
  return usageError('No service is configured and no wf dev runs here; the embedded service has no page.', [
    'wf dev',
    'wf open --base-url URL',
  ]);
}
