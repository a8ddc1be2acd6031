import { findVariantNamed } from '../../variants/queries/variants.ts';
import { checkStored } from '../check-deployment.ts';
import type { Operation } from '../../operation/operation.ts';
import { requireApp } from '../../apps/queries.ts';
import { findBase } from '../../variants/queries/bases.ts';
import { requireEnvironment } from '../../environments/queries/environments.ts';
import { baseNameFor } from './create-deployment.ts';

export const checkDeployment: Operation<'checkDeployment'> = {
  access: 'read',
  run: async ({ app_id, body }, { db }) => {
    const app = await requireApp(db, app_id);
    if (body.environment != null) await requireEnvironment(db, app.id, body.environment);
    const variant = await findVariantNamed(db, app.id, body.variant_name);
    const base = await findBase(db, app.id, baseNameFor(body, variant));
    if (base !== null) return await checkStored(db, base.id, body);
    return { is_breaking: false, breaks: [], migrated: [], unused_migrations: body.migrations ?? [] };
  },
};
