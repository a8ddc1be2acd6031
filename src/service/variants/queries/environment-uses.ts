import { notFound } from '../../../foundation/errors/not-found.ts';
import type { Db } from '../../store/schema.ts';

/** A revision of an environment, as messages name it. */
export interface NamedRevision {
  readonly environment: string;
  readonly revision: number;
}

export function selectNamedRevisions(db: Db) {
  return db
    .selectFrom('environment_revisions')
    .innerJoin('environments', 'environments.id', 'environment_revisions.environment_id')
    .select(['environments.name as environment', 'environment_revisions.revision'])
    .orderBy('environment_revisions.id', 'desc')
    .limit(1);
}

/** Finds the newest revision of an environment that runs, or ran, one of the variant's revisions. */
export async function findRevisionOfVariant(db: Db, variantId: string): Promise<NamedRevision | null> {
  const found = await selectNamedRevisions(db)
    .innerJoin('variant_revisions', 'variant_revisions.id', 'environment_revisions.variant_revision_id')
    .where('variant_revisions.variant_id', '=', variantId)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Finds the id of the variant's revision that an environment of an app runs; `null`: none.
 *
 * @throws {WF_NOT_FOUND} with the environments of the app
 */
export async function findRunningRevision(db: Db, appId: string, name: string): Promise<string | null> {
  const environments = await db
    .selectFrom('environments')
    .select(['id', 'name'])
    .where('app_id', '=', appId)
    .orderBy('position')
    .execute();
  const environment = environments.find((each) => each.name === name);
  if (environment === undefined)
    throw notFound({ kind: 'environment', name, available: environments.map((each) => each.name) });
  const newest = await db
    .selectFrom('environment_revisions')
    .select('variant_revision_id')
    .where('environment_id', '=', environment.id)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.variant_revision_id ?? null;
}

/** Names the environments whose newest revision runs any of the variant's revisions. */
export async function findEnvironmentsRunning(db: Db, variantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('environment_revisions')
    .innerJoin('environments', 'environments.id', 'environment_revisions.environment_id')
    .innerJoin('variant_revisions', 'variant_revisions.id', 'environment_revisions.variant_revision_id')
    .select('environments.name')
    .where('variant_revisions.variant_id', '=', variantId)
    .where('environment_revisions.revision', '=', (of) =>
      of
        .selectFrom('environment_revisions as newest')
        .select((expression) => expression.fn.max('newest.revision').as('revision'))
        .whereRef('newest.environment_id', '=', 'environments.id'),
    )
    .orderBy('environments.position')
    .execute();
  return rows.map(({ name }) => name);
}
