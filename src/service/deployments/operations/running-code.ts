import type { StartVariant } from '../../../contract/deployments/endpoints.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { setVariable } from '../../environments/operations/variables.ts';
import { renewProcesses } from '../../environments/queries/variables.ts';
import type { Operation, OperationContext } from '../../operation/operation.ts';
import { findNewestDeployment, type DeploymentRow } from '../../variants/queries/deployments.ts';
import { requireVariant, uriOf, type VariantRow } from '../../variants/queries/variants.ts';
import { insertDeployment, readLastLogs } from '../queries/deployments.ts';

export const startVariant: Operation<'startVariant'> = {
  audit: { kind: 'deployment', verb: 'started' },
  run: async ({ variant_id, body }, context) => {
    const variant = await requireVariant(context.db, variant_id);
    if (body.action.action === 'STOP')
      throw conflict('A process starts at its first call and stops when it is idle: there is nothing to stop.');
    const deployment = await requireDeployed(variant, context);
    const uri = uriOf(variant, context.service.addressOf);
    if (uri === null) throw userError('WF_CONFLICT', 'No server serves this variant.');
    await startWith(variant, deployment, body, context);
    return { uri };
  },
};

/** A self-hosted workflow runs already, and only its own host can set its variables. */
async function startWith(
  variant: VariantRow,
  deployment: DeploymentRow,
  { env_vars }: StartVariant,
  context: OperationContext,
): Promise<void> {
  const variables = Object.entries(env_vars?.env_vars ?? {});
  if (deployment.url !== null && variables.length > 0) throw isSelfHosted(variant, 'set its variables there');
  if (deployment.url !== null) return context.record(null);
  for (const [variable_name, value] of variables)
    await setVariable.run({ app_id: variant.app_id, variable_name, body: { value } }, context);
  await restart(variant, deployment, context);
}

export const restartContainer: Operation<'restartContainer'> = {
  audit: { kind: 'deployment', verb: 'started' },
  run: async ({ body }, context) => {
    const variant = await requireVariant(context.db, body.variant_id);
    const deployment = await requireDeployed(variant, context);
    if (deployment.url !== null) throw isSelfHosted(variant, 'restart it there');
    await restart(variant, deployment, context);
    return { message: 'The next call starts new processes; calls in flight end in the old ones.' };
  },
};

async function restart(variant: VariantRow, deployment: DeploymentRow, { db, record }: OperationContext) {
  await renewProcesses(db, variant.app_id);
  const { id, base_name: name, app_id: appId } = deployment;
  record({ kind: 'deployment', id, name, appId, summary: 'restarted' });
}

export const updateVariantUrl: Operation<'updateVariantUrl'> = {
  audit: { kind: 'deployment', verb: 'changed' },
  run: async ({ variant_id, url }, context) => {
    const { db, principal, now, record } = context;
    const variant = await requireVariant(db, variant_id);
    const { id: before, base_name: name, url: old, ...code } = await requireDeployed(variant, context);
    if (old === null) throw runsBundle(variant);
    if (old === url) {
      record(null);
      return null;
    }
    const { app_id, base_id, sdk_version, routes, evaluators } = code;
    const made = { artifact_sha256: null, url, source: null, created_by: principal.name, created_at: now };
    const { id } = await insertDeployment(db, { app_id, base_id, sdk_version, routes, evaluators, ...made });
    record({ kind: 'deployment', id, name, appId: app_id, before, after: id, summary: `code ${url}` });
    return null;
  },
};

/** Lines that the public service's clients show at once. */
const LINES = 1000;

export const getVariantLogs: Operation<'getVariantLogs'> = {
  run: async ({ variant_id }, { db }) => {
    const { app_id } = await requireVariant(db, variant_id);
    return (await readLastLogs(db, { appId: app_id, after: '' }, LINES)).map(({ line }) => `${line}\n`).join('');
  },
};

async function requireDeployed({ base_id, variant_name }: VariantRow, { db }: OperationContext) {
  const deployment = await findNewestDeployment(db, base_id);
  if (deployment !== null) return deployment;
  throw conflict(`Variant ${JSON.stringify(variant_name)} has no code yet.`);
}

function isSelfHosted({ variant_name }: VariantRow, advice: string) {
  return conflict(`Variant ${JSON.stringify(variant_name)} runs on its own server: ${advice}.`);
}

function runsBundle({ variant_name }: VariantRow) {
  return conflict(`Variant ${JSON.stringify(variant_name)} runs a bundle, not an address.`);
}

function conflict(message: string) {
  return userError('WF_CONFLICT', message);
}
