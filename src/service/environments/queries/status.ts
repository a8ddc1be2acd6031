import { sql } from 'kysely';
import { newestRevisionOf } from '../../variants/queries/variant-lists.ts';
import type { Database, Db } from '../../store/schema.ts';

/** Reads what the environments of apps run, in the order of environments. */
export async function readRunning(db: Db, appIds: readonly string[]) {
  return await db
    .selectFrom('environments')
    .leftJoin('environment_revisions as running', (join) =>
      join
        .onRef('running.environment_id', '=', 'environments.id')
        .on('running.revision', '=', newestRevisionOf('environments.id')),
    )
    .leftJoin('variant_revisions', 'variant_revisions.id', 'running.variant_revision_id')
    .leftJoin('variants', 'variants.id', 'variant_revisions.variant_id')
    .leftJoin('deployments', 'deployments.id', 'running.deployment_id')
    .select([
      'environments.id',
      'environments.app_id',
      'environments.name',
      'running.revision',
      'running.variant_revision_id',
      'running.deployment_id',
      'running.created_at',
      'running.modified_by',
      'running.message',
      'running.evidence',
      'variants.name as variant_name',
      'variant_revisions.revision as variant_revision',
      'deployments.artifact_sha256',
      'deployments.source',
    ])
    .where('environments.app_id', 'in', appIds)
    .orderBy('environments.position')
    .execute();
}
export type RunningRow = Awaited<ReturnType<typeof readRunning>>[number];

/** Reads what environments of apps ran at an instant, by their ids. */
export async function readRunningAt(db: Db, appIds: readonly string[], instant: string) {
  const rows = await db
    .selectFrom('environments')
    .innerJoin('environment_revisions as then', (join) =>
      join.onRef('then.environment_id', '=', 'environments.id').on(
        'then.revision',
        '=',
        sql<number>`(select max(earlier.revision) from environment_revisions as earlier
          where earlier.environment_id = environments.id and earlier.created_at < ${instant})`,
      ),
    )
    .leftJoin('variant_revisions', 'variant_revisions.id', 'then.variant_revision_id')
    .leftJoin('variants', 'variants.id', 'variant_revisions.variant_id')
    .select([
      'environments.id',
      'then.variant_revision_id',
      'variants.name as variant_name',
      'variant_revisions.revision as variant_revision',
    ])
    .where('environments.app_id', 'in', appIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const FAILED = ['EVALUATION_FAILED', 'EVALUATION_AGGREGATION_FAILED', 'EVALUATION_FINISHED_WITH_ERRORS'];

/** Reads the newest evaluation of each app that failed or has failed rows. */
export async function readFailedEvaluations(db: Db, appIds: readonly string[]) {
  const newest = await db
    .selectFrom('evaluations')
    .select(({ fn }) => ['app_id', fn.max('id').as('id')])
    .where('app_id', 'in', appIds)
    .where('status_value', 'in', FAILED)
    .groupBy('app_id')
    .execute();
  if (newest.length === 0) return [];
  return await db
    .selectFrom('evaluations')
    .select(['id', 'app_id', 'variant_name', 'revision', 'testset_name', 'status', 'updated_at'])
    .where(
      'id',
      'in',
      newest.map(({ id }) => id),
    )
    .execute();
}

/** Reads the newest line of each app's log that says that a call failed. Its condition is that of the index `app_logs_failed`. */
export async function readFailedCalls(db: Db, appIds: readonly string[]): Promise<Database['app_logs'][]> {
  const newest = sql<string>`(select line.id from app_logs as line where line.app_id = apps.id and line.stream = 'stderr'
    and line.line like 'Route % failed: %' order by line.id desc limit 1)`;
  return await db
    .selectFrom('apps')
    .innerJoin('app_logs', (join) => join.on('app_logs.id', '=', newest))
    .selectAll('app_logs')
    .where('apps.id', 'in', appIds)
    .execute();
}
