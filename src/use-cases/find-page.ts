import { UserError } from '../errors/wf-error.ts';
import { readDevFile } from '../project/dev-file.ts';
import type { Settings } from '../project/resolve-settings.ts';
import { resolveVariant } from './resolve-variant.ts';
import type { Session } from './session.ts';

export interface FindPageOptions {
  readonly settings: Settings;
  readonly openSession: () => Promise<Session>;
  /** `playground`, `openapi`, or a variant's name. */
  readonly what: string;
}

/**
 * Finds the address of a page: of the service that is named, or of the `wf dev` that serves this folder.
 *
 * @throws {WF_USAGE} when neither is there: the service inside a command has no address
 */
export async function findPage({ settings, openSession, what }: FindPageOptions): Promise<string> {
  const base = settings.baseUrl.value ?? readDevFile(settings.dataDir)?.url ?? null;
  if (base === null) throw noAddress();
  if (what === 'playground') return `${base}/`;
  if (what === 'openapi') return `${base}/openapi.json`;
  const { client } = await openSession();
  const { uri, variant_name } = await resolveVariant({ client, app: settings.app.value, variant: what });
  if (uri !== null) return `${uri}/openapi.json`;
  throw new UserError({ code: 'WF_NOT_FOUND', message: `Variant ${variant_name} is not served at any address.` });
}

function noAddress(): UserError {
  return new UserError({
    code: 'WF_USAGE',
    message: 'No service is named and no wf dev runs here; the service inside a command has no page.',
    nextSteps: ['wf dev', 'wf open --base-url URL'],
  });
}
