import type { Client } from '../../client/create-client.ts';
import { Role } from '../../contract/endpoint/endpoint.ts';
import type { CreatedKey } from '../scripts/result-schemas/record-results.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { resolveAppId } from '../apps/resolve-app.ts';

/** Roles of keys, each including the previous one. */
export { ROLES } from '../../contract/endpoint/endpoint.ts';

export interface CreateKeyOptions {
  readonly name: string;
  /** One of `ROLES`. */
  readonly role: string;
  /** RFC 3339; `null`: never. */
  readonly expires_at: string | null;
  /** Requests a minute; `null`: no limit. */
  readonly rate_limit: number | null;
  /** Model calls a day with the service's own provider keys; `null`: no limit. */
  readonly model_call_limit: number | null;
  /** Names or ids of the apps that it reaches; `null`: all. */
  readonly apps: readonly string[] | null;
}

/**
 * Creates a key.
 *
 * @throws {WF_INVALID_INPUT} when the expiry is in the past
 * @throws {WF_USAGE} when no app is named, and not all are meant
 * @throws {WF_NOT_ALLOWED} unless the caller's key is an operator's
 */
export async function createKey(client: Client, options: CreateKeyOptions): Promise<CreatedKey> {
  const { name, expires_at, rate_limit, model_call_limit, apps } = options;
  const role = Role.parse(options.role);
  await client.require('keys with a role');
  const app_ids = apps === null ? null : await resolveApps(client, apps);
  const reach = app_ids === null ? {} : { app_ids: [...app_ids] };
  const key = await client.createKey({ body: { name, role, expires_at, rate_limit, model_call_limit, ...reach } });
  return { key, prefix: key.split('.')[0] ?? '', name, role, expires_at, rate_limit, model_call_limit, app_ids };
}

async function resolveApps(client: Client, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) {
    throw new UserError({ code: 'WF_USAGE', message: '--apps names no app.', nextSteps: ['wf apps list'] });
  }
  const ids: string[] = [];
  for (const app of names) ids.push(await resolveAppId({ client, app }));
  return [...new Set(ids)];
}
