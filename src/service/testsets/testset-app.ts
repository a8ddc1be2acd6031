import { UserError } from '../../foundation/errors/wf-error.ts';
import { requireApp } from '../apps/queries.ts';
import type { Principal } from '../operation/context.ts';
import type { Db } from '../store/schema.ts';

/**
 * Chooses the app that a new test set belongs to: the named one, else the only app of the caller's key.
 *
 * @returns `null` for a key of all apps that names none: the test set belongs to no app
 * @throws {WF_INVALID_INPUT} when the key reaches several apps and none is named
 */
export async function chooseTestsetApp(
  db: Db,
  appId: string | null,
  { appIds = null }: Principal,
): Promise<string | null> {
  if (appId !== null) return (await requireApp(db, appId)).id;
  if (appIds === null) return null;
  const [only, ...others] = appIds;
  if (only !== undefined && others.length === 0) return only;
  const msg = 'Input should be the id of an app, because the key reaches several';
  const details = [{ loc: ['body', 'app_id'], msg, type: 'missing' }];
  throw new UserError({ code: 'WF_INVALID_INPUT', message: `${msg}.`, details });
}

/** Lists the apps among whose test sets a name is looked up, in order. `null` stands for test sets of no app. */
export function appsToLookIn(appId: string | null, { appIds = null }: Principal): readonly (string | null)[] {
  return appIds === null && appId !== null ? [appId, null] : [appId];
}
