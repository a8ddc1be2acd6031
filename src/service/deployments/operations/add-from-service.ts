import type { NewService } from '../../../contract/deployments/deployment.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { requireApp } from '../../apps/queries.ts';
import type { Operation } from '../../operation/operation.ts';
import { findBase, insertBase } from '../../variants/queries/bases.ts';
import { insertVariant, requireVariant, toVariantResponse } from '../../variants/queries/variants.ts';
import { insertDeployment } from '../queries/deployments.ts';

/** The address says nothing about its fields, so the route takes any. */
const ANY_FIELDS: RouteSchema = {
  path: '/',
  name: 'default',
  config: { type: 'object', properties: {}, additionalProperties: true },
  input: { type: 'object', properties: {} },
  output: null,
  defaults: {},
};

export const addVariantFromService: Operation<'addVariantFromService'> = {
  access: 'write',
  audit: { kind: 'deployment', verb: 'created' },
  run: async ({ app_id, body }, { db, principal, now, record, service: { addressOf } }) => {
    const { id: appId } = await requireApp(db, app_id);
    const { variant_name: name, url } = body;
    const { baseName, configName } = toNames(body);
    if ((await findBase(db, appId, baseName)) !== null) throw baseExists(baseName);
    const base = await insertBase(db, appId, baseName, now);
    const code = { artifact_sha256: null, url, sdk_version: 'unknown', routes: JSON.stringify([ANY_FIELDS]) };
    const made = { evaluators: null, created_by: principal.name, created_at: now };
    const deployment = await insertDeployment(db, { app_id: appId, base_id: base.id, ...code, ...made });
    record({
      kind: 'deployment',
      id: deployment.id,
      name: baseName,
      appId,
      after: deployment.id,
      summary: `code ${url}`,
    });
    const variant = { appId, baseId: base.id, name, configName, parameters: {} };
    const id = await insertVariant(db, { ...variant, principal, now });
    const row = await requireVariant(db, id);
    record({ kind: 'variant', id, name, appId, after: row.revision_id, summary: 'created' });
    return toVariantResponse(row, addressOf);
  },
};

/** @source facts §2.1 */
function toNames({ variant_name: name, base_name, config_name }: NewService) {
  const dot = name.indexOf('.');
  const [before, after] = dot > 0 && dot < name.length - 1 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, name];
  return { baseName: base_name ?? before, configName: config_name ?? after };
}

function baseExists(name: string): UserError {
  const message = `There is already a base called ${JSON.stringify(name)}: add a variant from it.`;
  return new UserError({ code: 'WF_CONFLICT', message });
}
