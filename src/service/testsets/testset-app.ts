import { userError } from '../../foundation/errors/wf-error.ts';
import { invalidField } from '../operation/invalid-field.ts';
import { requireApp } from '../apps/queries.ts';
import type { Principal } from '../operation/operation.ts';
import type { Db } from '../store/schema.ts';
import { setImmediate } from 'node:timers/promises';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { COLUMNS } from '../../foundation/sizes.ts';

/**
 * Chooses the app that a new test set belongs to: the named one, else the only app of the caller's key.
 *
 * @returns `null` for a key of all apps that names none: the test set belongs to no app
 * @throws {WF_INVALID_INPUT} when the key reaches several apps and none is named
 */
export async function chooseTestsetApp(db: Db, appId: string | null, { appIds = null }: Principal) {
  if (appId !== null) return (await requireApp(db, appId)).id;
  if (appIds === null) return null;
  const [only, ...others] = appIds;
  if (only !== undefined && others.length === 0) return only;
  throw invalidField(
    ['body', 'app_id'],
    'Input should be the id of an app, because the key reaches several',
    'missing',
  );
}

/** Lists the apps among whose test sets a name is looked up, in order. `null` stands for test sets of no app. */
export function appsToLookIn(appId: string | null, { appIds = null }: Principal): readonly (string | null)[] {
  return appIds === null && appId !== null ? [appId, null] : [appId];
}

/** A table with more columns is not one: perhaps its rows and columns were exchanged. */
const MAX_COLUMNS = COLUMNS.most;
/** Cells between two turns of the event loop. */
const BATCH = 10_000;

/** Lists the columns in order of appearance, after the known ones. @throws {WF_INVALID_INPUT} for too many */
export async function collectColumns(rows: readonly TestsetRow[], known: readonly string[] = []): Promise<string[]> {
  const columns = new Set(known);
  let cells = 0;
  for (const row of rows) {
    const names = Object.keys(row);
    for (const name of names) columns.add(name);
    if (columns.size > MAX_COLUMNS)
      throw userError(
        'WF_INVALID_INPUT',
        `A test set can have at most ${MAX_COLUMNS.toLocaleString('en-US')} columns.`,
      );
    cells += names.length;
    if (cells < BATCH) continue;
    cells = 0;
    await setImmediate();
  }
  return [...columns];
}
