import { toDeployment, insertDeployment } from '../queries/deployments.ts';
import {
  findVariantNamed,
  insertVariant,
  requireVariant,
  uriOf,
  type VariantRow,
} from '../../variants/queries/variants.ts';
import { findOwnArtifacts } from '../stored-artifacts.ts';
import type { Compatibility, NewDeployment } from '../../../contract/deployments/deployment.ts';
import { describeSource } from '../../../contract/environments/describe-source.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import { checkStored, requireCompatible, storeMigrated, requireAllowedPackages } from '../check-deployment.ts';
import type { Change, Operation, OperationContext } from '../../operation/operation.ts';
import { protectedBy } from '../../environments/promotion/judge-promotion.ts';
import { requireApp } from '../../apps/queries.ts';
import {
  type BaseRow,
  findBase,
  insertBase,
  type DeploymentRow,
  findNewestDeployment,
} from '../../variants/queries/deployments.ts';
import {
  appendEnvironmentRevision,
  protectionOf,
  requireEnvironment,
} from '../../environments/queries/environments.ts';
import { environmentChange, requireUnchanged } from '../../environments/operations/environments.ts';

const DEFAULT_BASE = 'main';

export const createDeployment: Operation<'createDeployment'> = {
  audit: { kind: 'deployment', verb: 'created' },
  run: async ({ app_id, body }, context) => {
    const { db, record } = context;
    requireRoleFor(body, context);
    const app = await requireApp(db, app_id);
    await requireOwnArtifact(context, body.artifact_sha256 ?? null);
    await requireOwnArtifact(context, body.evaluators?.artifact_sha256 ?? null, ['evaluators', 'artifact_sha256']);
    await requireAllowedPackages(body.artifact_sha256 ?? null, context);
    const existing = await findVariantNamed(db, app.id, body.variant_name);
    const base = await requireBaseFor(app.id, body, existing, context);
    const compatibility = await checkStored(db, base.id, body);
    requireCompatible(compatibility, { isAccepted: body.accept_breaking === true });
    const deployed = await bindCode(app.id, base, body, context);
    const change = deployed.change && withVerdict(deployed.change, compatibility, body.message ?? null);
    record(change && { ...change, environment: body.environment ?? null });
    await storeMigrated(compatibility, app.id, context);
    const isMigrated = compatibility.migrated.some(({ is_new }) => is_new);
    const current = isMigrated ? await findVariantNamed(db, app.id, body.variant_name) : existing;
    const bound = await bindVariant(app.id, base, body, current, context);
    const environment = await bindEnvironment(app.id, body, bound.variant, deployed.deployment, context);
    const { variant } = bound;
    return {
      deployment: toDeployment(deployed.deployment),
      variant_id: variant.variant_id,
      variant_name: variant.variant_name,
      variant_revision: variant.revision,
      uri: uriOf(await requireVariant(db, variant.variant_id), context.service.addressOf),
      environment: environment?.name ?? null,
      environment_revision: environment?.revision ?? null,
      changed: deployed.changed || isMigrated || bound.changed || (environment?.changed ?? false),
      compatibility,
    };
  },
};

/** An author may upload code; only an operator may change what an environment runs. */
function requireRoleFor({ environment }: NewDeployment, { principal }: OperationContext): void {
  if (environment == null || principal.role === 'operator') return;
  throw userError(
    'WF_NOT_ALLOWED',
    `Deploying to an environment requires the role operator; this key has the role ${principal.role}.`,
  );
}

async function requireOwnArtifact(
  { db, principal }: OperationContext,
  sha256: string | null,
  field: readonly string[] = ['artifact_sha256'],
): Promise<void> {
  if (sha256 === null) return;
  if ((await findOwnArtifacts(db, principal, [sha256])).has(sha256)) return;
  throw invalidField(
    ['body', ...field],
    'No bundle with this hash is stored: upload it first',
    'missing',
    'The bundle is not stored.',
  );
}

async function requireBaseFor(
  appId: string,
  body: NewDeployment,
  variant: VariantRow | null,
  { db, now }: OperationContext,
): Promise<BaseRow> {
  const name = baseNameFor(body, variant);
  return (await findBase(db, appId, name)) ?? (await insertBase(db, appId, name, now));
}

/** @throws {WF_CONFLICT} when the variant belongs to another base */
export function baseNameFor(body: Pick<NewDeployment, 'base_name'>, variant: VariantRow | null): string {
  const name = body.base_name ?? variant?.base_name ?? DEFAULT_BASE;
  if (variant === null || variant.base_name === name) return name;
  throw userError(
    'WF_CONFLICT',
    `Variant ${JSON.stringify(variant.variant_name)} belongs to base ${JSON.stringify(variant.base_name)}, not to ${JSON.stringify(name)}.`,
  );
}

async function bindCode(
  appId: string,
  base: BaseRow,
  body: NewDeployment,
  { db, principal, now }: OperationContext,
): Promise<{ deployment: DeploymentRow; changed: boolean; change: Change | null }> {
  const code = {
    artifact_sha256: body.artifact_sha256 ?? null,
    url: body.url ?? null,
    sdk_version: body.sdk_version,
    routes: JSON.stringify(body.routes),
    evaluators: body.evaluators == null ? null : JSON.stringify(body.evaluators),
  };
  const newest = await findNewestDeployment(db, base.id);
  if (newest !== null && isSameCode(newest, code)) return { deployment: newest, changed: false, change: null };
  const source = body.source == null ? null : JSON.stringify(body.source);
  const row = { app_id: appId, base_id: base.id, ...code, source, created_by: principal.name, created_at: now };
  const deployment = await insertDeployment(db, row);
  const from = body.source == null ? '' : ` from ${describeSource(body.source) ?? ''}`;
  const change: Change = {
    kind: 'deployment',
    id: deployment.id,
    name: base.name,
    appId,
    before: newest?.id ?? null,
    after: deployment.id,
    summary: `code ${body.artifact_sha256?.slice(0, 12) ?? body.url ?? ''}${from}`,
  };
  return { deployment, changed: true, change };
}

/** Records that breaking changes were accepted, and the reason for the deployment, for whoever investigates a failure later. */
function withVerdict(change: Change, { is_breaking }: Compatibility, message: string | null): Change {
  const verdict = is_breaking ? ', breaking changes accepted' : '';
  return { ...change, summary: `${change.summary ?? ''}${verdict}${message === null ? '' : `: ${message}`}` };
}

function isSameCode(
  deployed: DeploymentRow,
  code: Pick<DeploymentRow, 'artifact_sha256' | 'url' | 'sdk_version' | 'routes' | 'evaluators'>,
): boolean {
  return (
    deployed.artifact_sha256 === code.artifact_sha256 &&
    deployed.url === code.url &&
    deployed.sdk_version === code.sdk_version &&
    deployed.routes === code.routes &&
    deployed.evaluators === code.evaluators
  );
}

async function bindVariant(
  appId: string,
  base: BaseRow,
  body: NewDeployment,
  existing: VariantRow | null,
  { db, principal, now, record }: OperationContext,
): Promise<{ variant: VariantRow; changed: boolean }> {
  if (existing !== null) return { variant: existing, changed: false };
  const id = await insertVariant(db, {
    appId,
    baseId: base.id,
    name: body.variant_name,
    configName: body.variant_name,
    // Nobody has set anything yet: all fields follow the code.
    parameters: {},
    principal,
    now,
  });
  const variant = await requireVariant(db, id);
  record({ kind: 'variant', id, name: body.variant_name, appId, after: variant.revision_id, summary: 'created' });
  return { variant, changed: true };
}

async function bindEnvironment(
  appId: string,
  { environment: name, message = null }: NewDeployment,
  variant: VariantRow,
  deployment: DeploymentRow,
  { db, principal, now, ifMatch, record }: OperationContext,
): Promise<{ name: string; revision: number; changed: boolean } | null> {
  if (name == null) return null;
  const environment = await requireEnvironment(db, appId, name);
  const runsThis =
    environment.variant_revision_id === variant.revision_id && environment.deployment_id === deployment.id;
  if (runsThis && environment.revision !== null) return { name, revision: environment.revision, changed: false };
  requireUnchanged(environment, ifMatch);
  const protection = protectionOf(environment);
  // The code of this request cannot have been evaluated here.
  if (protection !== null) throw protectedBy(name, protection);
  const [variantRevisionId, deploymentId] = [variant.revision_id, deployment.id];
  const deploy = { variantRevisionId, deploymentId, message, evidence: null, principal, now };
  const made = await appendEnvironmentRevision(db, environment, deploy);
  const runs = `runs ${variant.variant_name}@${variant.revision}`;
  record(environmentChange(environment, made, `${runs} as revision ${made.revision}`, message));
  return { name, revision: made.revision, changed: true };
}
