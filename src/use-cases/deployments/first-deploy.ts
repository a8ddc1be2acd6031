import type { Client } from '../../client/create-client.ts';
import { findNameMistake, findSeparator } from '../../contract/validation/name-rule.ts';
import { isWfError, recover, userError } from '../../foundation/errors/wf-error.ts';
import { findAppId } from '../apps/resolve-app.ts';

/** Reports a name that the service would refuse after the uploads. */
export function requireNewNames({ base, variant }: { readonly base: string; readonly variant: string }): void {
  for (const name of [base, variant]) {
    const mistake = findNameMistake(name) ?? findSeparator(name);
    if (mistake !== null) throw userError('WF_INVALID_INPUT', `Invalid name ${JSON.stringify(name)}: ${mistake}.`);
  }
}

/** Another first deploy may create the app meanwhile. Only here, so that a failed upload leaves no empty app. */
export async function ensureApp(
  client: Client,
  existing: string | null,
  name: string,
): Promise<{ readonly appId: string; readonly created: boolean }> {
  if (existing !== null) return { appId: existing, created: false };
  const made = client.createApp({ body: { app_name: name } });
  const isTaken = (error: unknown) => isWfError(error) && error.code === 'WF_CONFLICT';
  const id = await recover(
    made.then(({ app_id }) => app_id),
    isTaken,
    null,
  );
  const appId = id ?? (await findAppId(client, name)) ?? (await made).app_id;
  return { appId, created: id !== null };
}
