import type { Operation } from '../../operation/operation.ts';
import { findNewestDeployment } from '../../variants/queries/deployments.ts';
import { readRevision, readRevisions } from '../../variants/queries/revisions.ts';
import { readAllVariants } from '../../variants/queries/variant-lists.ts';
import { findConfig, findReferencedApp, toConfigResponse } from '../config-references.ts';
import { named } from './change-configs.ts';

/** The interface has no pages here. */
const ALL = { order: 'asc', isBehind: '>', limit: Number.MAX_SAFE_INTEGER } as const;

export const listConfigs: Operation<'listConfigs'> = {
  access: 'read',
  run: async ({ body }, context) => {
    const { db } = context;
    const app = await findReferencedApp(context, body.application_ref);
    const variants = await readAllVariants(db, app.id);
    const configs = variants.map(async (variant) => {
      const revision = await readRevision(db, variant.revision_id);
      const deployment = await findNewestDeployment(db, variant.base_id);
      return await toConfigResponse(app, { variant, revision, deployment, environment: null }, context);
    });
    return await Promise.all(configs);
  },
};

export const listConfigHistory: Operation<'listConfigHistory'> = {
  access: 'read',
  run: async ({ body }, context) => {
    const { app, config } = await findConfig(context, named(body));
    const revisions = await readRevisions(context.db, config.variant.variant_id, { key: 0, ...ALL });
    const configs = revisions.map(async (revision) => await toConfigResponse(app, { ...config, revision }, context));
    return await Promise.all(configs);
  },
};
