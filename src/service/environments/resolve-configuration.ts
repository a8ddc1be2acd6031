import type { Parameters } from '../../contract/variants/variant.ts';
import { notFound } from '../../errors/not-found.ts';
import { UserError } from '../../errors/wf-error.ts';
import { fromJson } from '../store/json-column.ts';
import { type DeploymentRow, findDeployment, findNewestDeployment } from '../variants/queries/deployments.ts';
import { requireEnvironment, requireEnvironmentRevision, type EnvironmentRow } from './queries/environments.ts';
import {
  requireRevision,
  requireVariant,
  type RevisionRow,
  selectVariants,
  type VariantRow,
} from '../variants/queries/variants.ts';
import type { Db } from '../store/schema.ts';
import { shellWord } from '../../errors/shell-word.ts';

/** Names a configuration within an app: variant before environment, and `production` when neither is named. */
export interface AppReference {
  readonly appId: string;
  /** Name, configuration name or id of a variant. */
  readonly variant: string | null;
  readonly environment: string | null;
  /** Revision of the variant, or else of the environment; the newest when null. */
  readonly revision: number | null;
}

/** An environment at one of its revisions. */
type EnvironmentAt = Pick<EnvironmentRow, 'id' | 'name' | 'revision'>;

/** What a reference means. */
export interface ResolvedConfiguration {
  readonly variant: VariantRow;
  readonly revision: RevisionRow;
  /** The code that runs with it; `null` when none is deployed. */
  readonly deployment: DeploymentRow | null;
  /** As it was at the revision asked for; `null` when the variant was named directly. */
  readonly environment: EnvironmentAt | null;
}

/**
 * Resolves a reference to a revision and the code that runs with it.
 *
 * @throws {WF_NOT_FOUND} when nothing has the name, or the environment runs nothing yet
 * @source seed §4.7
 */
export async function resolveConfiguration(
  db: Db,
  { appId, variant, environment, revision }: AppReference,
): Promise<ResolvedConfiguration> {
  return variant === null
    ? await resolveEnvironment(db, appId, environment ?? 'production', revision)
    : await resolveVariant(db, appId, variant, revision);
}

async function resolveVariant(db: Db, appId: string, name: string, number: number | null) {
  const variant = await requireVariantNamed(db, appId, name);
  const revision = await requireRevision(db, variant, number ?? variant.revision);
  const deployment = await findNewestDeployment(db, variant.base_id);
  return { variant, revision, deployment, environment: null };
}

async function resolveEnvironment(db: Db, appId: string, name: string, number: number | null) {
  const environment = await requireEnvironment(db, appId, name);
  const ran = number === null ? environment : await requireEnvironmentRevision(db, environment, number);
  if (ran.variant_revision_id === null) {
    throw new UserError({
      code: 'WF_NOT_FOUND',
      message: `Nothing is deployed to environment ${JSON.stringify(name)} yet.`,
      nextSteps: [`wf env deploy ${shellWord(name)} --variant VARIANT`],
    });
  }
  const revision = await db
    .selectFrom('variant_revisions')
    .selectAll()
    .where('id', '=', ran.variant_revision_id)
    .executeTakeFirstOrThrow();
  return {
    variant: await requireVariant(db, revision.variant_id),
    revision,
    deployment: ran.deployment_id === null ? null : await findDeployment(db, ran.deployment_id),
    environment: { id: environment.id, name, revision: ran.revision },
  };
}

/**
 * Finds a variant of an app by its name, else its configuration name, else its id.
 *
 * @throws {WF_NOT_FOUND} naming the variants that are near
 */
export async function requireVariantNamed(db: Db, appId: string, name: string): Promise<VariantRow> {
  const candidates = await selectVariants(db)
    .where('variants.app_id', '=', appId)
    .where((the) =>
      the.or([the('variants.name', '=', name), the('variants.config_name', '=', name), the('variants.id', '=', name)]),
    )
    .orderBy('variants.id')
    .execute();
  const found = candidates.find((variant) => variant.variant_name === name) ?? candidates[0];
  if (found !== undefined) return found;
  const names = await db.selectFrom('variants').select('name').where('app_id', '=', appId).orderBy('id').execute();
  throw notFound({ kind: 'variant', name, available: names.map((row) => row.name) });
}

/** Reads the parameters of a revision by its id, which never change. */
export async function readRevisionParameters(db: Db, revisionId: string): Promise<Parameters> {
  const row = await db
    .selectFrom('variant_revisions')
    .select('parameters')
    .where('id', '=', revisionId)
    .executeTakeFirst();
  if (row === undefined) {
    throw new UserError({
      code: 'WF_NOT_FOUND',
      message: `No variant revision has the id ${JSON.stringify(revisionId)}.`,
    });
  }
  return fromJson<Parameters>(row.parameters);
}
