import { requireBaseNamed, findBase, insertBase, routesOf } from '../../variants/queries/deployments.ts';
import {
  toDeployment,
  findLastDeployment,
  readDeployments,
  insertDeployment,
  findTail,
  readLogs,
  toLogLine,
} from '../queries/deployments.ts';
import type { Operation } from '../../operation/operation.ts';
import { readCursor, rowsToRead, toPage, readPageAfter } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';
import { findVariantNamed, insertVariant, requireVariant, toVariantResponse } from '../../variants/queries/variants.ts';
import { checkStored } from '../check-deployment.ts';
import { requireEnvironment } from '../../environments/queries/environments.ts';
import { baseNameFor } from './create-deployment.ts';
import type { NewService } from '../../../contract/deployments/deployment.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';

export const listDeployments: Operation<'listDeployments'> = {
  run: async ({ app_id, base_name, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const page = readPageAfter(paging, '');
    const rows = await readDeployments(db, { appId: app.id, baseName: base_name }, page);
    return toPage(rows, paging, 'id', toDeployment);
  },
};

export const listRoutes: Operation<'listRoutes'> = {
  run: async ({ app_id, base_name }, { db }) => {
    const app = await requireApp(db, app_id);
    if (base_name !== undefined) await requireBaseNamed(db, app.id, base_name);
    // Without a base, the code deployed last represents the app.
    const newest = await findLastDeployment(db, { appId: app.id, baseName: base_name });
    return newest === null ? [] : routesOf(newest);
  },
};

export const listLogs: Operation<'listLogs'> = {
  canFollow: true,
  topicOf: ({ app_id }) => `logs:${app_id}`,
  run: async ({ app_id, tail, request_id: requestId, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const filter = { appId: app.id, after: readCursor(paging, ''), requestId };
    const after = tail === undefined ? filter.after : await findTail(db, filter, tail);
    const rows = await readLogs(db, { ...filter, after }, rowsToRead(paging));
    return toPage(rows, paging, 'id', toLogLine);
  },
};

export const checkDeployment: Operation<'checkDeployment'> = {
  run: async ({ app_id, body }, { db }) => {
    const app = await requireApp(db, app_id);
    if (body.environment != null) await requireEnvironment(db, app.id, body.environment);
    const variant = await findVariantNamed(db, app.id, body.variant_name);
    const base = await findBase(db, app.id, baseNameFor(body, variant));
    if (base !== null) return await checkStored(db, base.id, body);
    return { is_breaking: false, breaks: [], migrated: [], unused_migrations: body.migrations ?? [] };
  },
};

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
  audit: { kind: 'deployment', verb: 'created' },
  run: async ({ app_id, body }, { db, principal, now, record, service: { addressOf } }) => {
    const { id: appId } = await requireApp(db, app_id);
    const { variant_name: name, url } = body;
    const { baseName, configName } = toNames(body);
    if ((await findBase(db, appId, baseName)) !== null)
      throw userError(
        'WF_CONFLICT',
        `There is already a base called ${JSON.stringify(baseName)}: add a variant from it.`,
      );
    const base = await insertBase(db, appId, baseName, now);
    const code = { artifact_sha256: null, url, sdk_version: 'unknown', routes: JSON.stringify([ANY_FIELDS]) };
    const made = { evaluators: null, source: null, created_by: principal.name, created_at: now };
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
    return toVariantResponse(row, [ANY_FIELDS], addressOf);
  },
};

/** @source facts §2.1 */
function toNames({ variant_name: name, base_name, config_name }: NewService) {
  const dot = name.indexOf('.');
  const [before, after] = dot > 0 && dot < name.length - 1 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, name];
  return { baseName: base_name ?? before, configName: config_name ?? after };
}
