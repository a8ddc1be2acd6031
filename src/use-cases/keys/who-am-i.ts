import type { Identity } from '../scripts/result-schemas/settings-results.ts';
import type { Settings } from '../../project/resolve-settings.ts';
import { userError, type UserError } from '../../foundation/errors/wf-error.ts';
import { orMissing } from '../../client/public/is-missing.ts';
import { describeOwnService, describeService } from '../session/describe-service.ts';
import type { Session } from '../session/session.ts';

/**
 * Asks the service who the current key belongs to, and of which kind it is.
 *
 * @throws {WF_UNSUPPORTED} when the service does not say
 */
export async function whoAmI(
  { client, mode }: Pick<Session, 'client' | 'mode'>,
  settings: Settings,
): Promise<Identity> {
  const base_url = settings.baseUrl.value;
  const profile = await orMissing(client.getProfile({}));
  if (profile === null) throw tellsNobody(base_url);
  const service = mode === 'embedded' ? describeOwnService() : await describeService(client);
  return { ...profile, base_url, key_from: settings.keyOrigin?.name ?? null, ...service };
}

function tellsNobody(baseUrl: string | null): UserError {
  return userError(
    'WF_UNSUPPORTED',
    `${baseUrl ?? 'The service'} has no GET /profile, so it does not report whose key is sent.`,
    ['wf doctor'],
  );
}
