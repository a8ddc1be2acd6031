import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { type Db, fromJson } from '../../store/schema.ts';
import { newestRevisionOf } from '../../variants/queries/variant-lists.ts';
import { readRoutes } from '../../variants/queries/deployments.ts';

export interface RunningRevision {
  readonly environment: string;
  readonly variant_id: string;
  readonly variant_name: string;
  readonly revision: number;
  readonly parameters: Parameters;
  /** Routes of the code that the environment runs it with. */
  readonly routes: readonly RouteSchema[];
}

export async function listRunningRevisions(db: Db, baseId: string): Promise<RunningRevision[]> {
  const rows = await db
    .selectFrom('environment_revisions as run')
    .innerJoin('environments', 'environments.id', 'run.environment_id')
    .innerJoin('variant_revisions', 'variant_revisions.id', 'run.variant_revision_id')
    .innerJoin('variants', 'variants.id', 'variant_revisions.variant_id')
    .where('variants.base_id', '=', baseId)
    .where('run.revision', '=', newestRevisionOf('run.environment_id'))
    .orderBy('environments.position')
    .select(['environments.name as environment', 'run.deployment_id', 'variants.id as variant_id'])
    .select(['variants.name as variant_name', 'variant_revisions.revision', 'variant_revisions.parameters'])
    .execute();
  const routesById = await readRoutes(
    db,
    rows.map(({ deployment_id }) => deployment_id),
  );
  return rows.map(({ deployment_id, parameters, ...row }) => ({
    ...row,
    parameters: fromJson<Parameters>(parameters),
    routes: routesById(deployment_id),
  }));
}

/** A variant of a base with all its revisions, oldest first. */
export interface StoredVariant {
  readonly variant_id: string;
  readonly variant_name: string;
  readonly revisions: readonly { readonly revision: number; readonly parameters: Parameters }[];
}

export async function listStoredVariants(db: Db, baseId: string): Promise<StoredVariant[]> {
  const rows = await db
    .selectFrom('variants')
    .innerJoin('variant_revisions', 'variant_revisions.variant_id', 'variants.id')
    .select(['variants.id', 'variants.name', 'variant_revisions.revision', 'variant_revisions.parameters'])
    .where('variants.base_id', '=', baseId)
    .orderBy('variants.id')
    .orderBy('variant_revisions.revision')
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((revisions) => {
    const [first] = revisions;
    if (first === undefined) return [];
    const parsed = revisions.map(({ revision, parameters }) => ({
      revision,
      parameters: fromJson<Parameters>(parameters),
    }));
    return [{ variant_id: first.id, variant_name: first.name, revisions: parsed }];
  });
}
