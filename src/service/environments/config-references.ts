import { readAllApps, type AppRow } from '../apps/queries.ts';
import { locateRevision } from '../variants/queries/revisions.ts';
import { locateEnvironmentRevision, requireEnvironmentRevision } from './queries/environments.ts';
import type { ConfigResponse, FetchConfig, Reference } from '../../contract/variants/config.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { notFound } from '../../foundation/errors/not-found.ts';
import { invalidField } from '../operation/invalid-field.ts';
import type { OperationContext } from '../operation/context.ts';
import { type ResolvedConfiguration, resolveConfiguration } from './resolve-configuration.ts';
import { fromJson } from '../store/json-column.ts';
import type { Db } from '../store/schema.ts';

export interface FoundConfig {
  readonly app: AppRow;
  readonly config: ResolvedConfiguration;
}

type Caller = Pick<OperationContext, 'db' | 'principal'>;

/** Finds the configuration that references name. @throws {WF_NOT_FOUND} when one of them names nothing */
export async function findConfig({ db, principal }: Caller, body: FetchConfig): Promise<FoundConfig> {
  // The id in a variant reference is a revision's, as in the answers; a variant's own id is accepted as well.
  const pinnedId = body.variant_ref?.id ?? null;
  const apps = await readAllApps(db, principal.appIds ?? null);
  const located = pinnedId === null ? null : await locateRevision(db, pinnedId);
  // A revision of an app that the key does not reach is like none.
  const pinned = apps.some(({ id }) => id === located?.appId) ? located : null;
  const app = requireReferencedApp(apps, body.application_ref ?? null, pinned?.appId ?? null);
  const environment = await readEnvironmentReference(db, app.id, body.environment_ref ?? null);
  const variant = pinned?.variantId ?? body.variant_ref?.slug ?? body.variant_ref?.id ?? null;
  const ofVariant = pinned?.revision ?? body.variant_ref?.version ?? null;
  const config = await resolveConfiguration(db, {
    appId: app.id,
    variant,
    environment: environment?.name ?? null,
    revision: variant === null ? (environment?.revision ?? null) : ofVariant,
  });
  return { app, config };
}

/** Finds the app that a reference names, among those that the caller's key reaches. */
export async function findReferencedApp({ db, principal }: Caller, reference: Reference): Promise<AppRow> {
  return requireReferencedApp(await readAllApps(db, principal.appIds ?? null), reference, null);
}

function requireReferencedApp(
  apps: readonly AppRow[],
  reference: Reference | null,
  pinnedAppId: string | null,
): AppRow {
  const wanted = reference?.id ?? reference?.slug ?? pinnedAppId;
  const found = apps.find((app) => app.id === wanted) ?? apps.find((app) => app.name === wanted);
  if (found !== undefined) return found;
  if (wanted !== null) throw notFound({ kind: 'app', name: wanted, available: apps.map((app) => app.name) });
  throw invalidField(['body', 'application_ref'], 'Field required', 'missing', 'The reference names no app.');
}

/** An environment is named by its name. The id in a reference is one of its revisions', as in the answers. */
export async function readEnvironmentReference(db: Db, appId: string, reference: Reference | null) {
  const { slug = null, id = null, version = null } = reference ?? {};
  if (slug !== null) return { name: slug, revision: version };
  if (id === null) return null;
  return (await locateEnvironmentRevision(db, appId, id)) ?? { name: id, revision: version };
}

export async function toConfigResponse(
  app: AppRow,
  { variant, revision, deployment, environment }: ResolvedConfiguration,
  { db, service: { addressOf } }: Pick<OperationContext, 'db' | 'service'>,
): Promise<ConfigResponse> {
  const deploy =
    environment === null || environment.revision === null
      ? null
      : { name: environment.name, ...(await requireEnvironmentRevision(db, environment, environment.revision)) };
  const url = deployment === null ? null : (deployment.url ?? addressOf(app.id, variant.variant_id));
  return {
    params: fromJson<Parameters>(revision.parameters),
    url,
    application_ref: { slug: app.name, version: null, id: app.id },
    service_ref: null,
    variant_ref: { slug: variant.config_name, version: revision.revision, id: revision.id },
    environment_ref: deploy === null ? null : { slug: deploy.name, version: deploy.revision, id: deploy.id },
    application_lifecycle: lifecycle(app.created_at, app.updated_at, null, null),
    service_lifecycle: null,
    variant_lifecycle: lifecycle(variant.created_at, revision.created_at, variant.modified_by_id, revision.modified_by),
    environment_lifecycle:
      deploy === null ? null : lifecycle(deploy.created_at, deploy.created_at, null, deploy.modified_by),
  };
}

function lifecycle(created_at: string, updated_at: string, updated_by_id: string | null, updated_by: string | null) {
  return { created_at, updated_at, updated_by_id, updated_by };
}
