import { checkParameters } from '../../contract/parameters.ts';
import type { Parameters } from '../../contract/records/variant.ts';
import { UserError } from '../../errors/wf-error.ts';
import type { Operation } from '../operation.ts';
import { fromJson } from '../store/json-column.ts';
import { requireApp } from '../store/queries/apps.ts';
import { type DeploymentRow, findNewestDeployment, routesOf } from '../store/queries/deployments.ts';
import {
  appendEnvironmentRevision,
  type EnvironmentRow,
  requireEnvironment,
  requireEnvironmentRevision,
} from '../store/queries/environments.ts';
import { requireRevision, requireVariant, type RevisionRow } from '../store/queries/variants.ts';
import { getEnvironmentRevisions } from './app-environments.ts';

export const deployToEnvironment: Operation<'deployToEnvironment'> = {
  access: 'write',
  run: async ({ body }, { db, principal, now }) => {
    const variant = await requireVariant(db, body.variant_id);
    const environment = await requireEnvironment(db, variant.app_id, body.environment_name);
    const revision = await requireRevision(db, variant, body.revision ?? variant.revision);
    const deployment = await findNewestDeployment(db, variant.base_id);
    if (deployment !== null) requireRunnable(revision, deployment);
    await appendEnvironmentRevision(db, environment, {
      variantRevisionId: revision.id,
      deploymentId: deployment?.id ?? null,
      principal,
      now,
    });
    return null;
  },
};

export const rollbackEnvironment: Operation<'rollbackEnvironment'> = {
  access: 'write',
  run: async ({ environment_name, body }, context) => {
    const { db, principal, now } = context;
    const app = await requireApp(db, body.app_id);
    const environment = await requireEnvironment(db, app.id, environment_name);
    const old = await requireEnvironmentRevision(db, environment, body.revision ?? numberBefore(environment));
    await appendEnvironmentRevision(db, environment, {
      variantRevisionId: old.variant_revision_id,
      deploymentId: old.deployment_id,
      principal,
      now,
    });
    return await getEnvironmentRevisions.run({ app_id: app.id, environment_name }, context);
  },
};

/** A revision whose parameters the code refuses would fail every call: better to fail this one. */
function requireRunnable(revision: RevisionRow, deployment: DeploymentRow): void {
  const parameters = fromJson<Parameters>(revision.parameters);
  const items = checkParameters(routesOf(deployment), parameters, ['body', 'variant_id']);
  if (items.length === 0) return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Revision ${revision.revision} breaks the configuration schema of the deployed routes.`,
    details: items,
  });
}

/** Revisions are numbered from 1 without gaps. */
function numberBefore({ name, revision }: EnvironmentRow): number {
  if (revision !== null && revision > 1) return revision - 1;
  throw new UserError({
    code: 'WF_CONFLICT',
    message: `Environment ${JSON.stringify(name)} has no earlier revision to go back to.`,
  });
}
