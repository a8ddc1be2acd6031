import { requireBaseNamed } from '../../variants/queries/bases.ts';
import { toDeployment, findLastDeployment, readDeployments } from '../queries/deployments.ts';
import type { Operation } from '../../operation/operation.ts';
import { readCursor, rowsToRead, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';
import { routesOf } from '../../variants/queries/deployments.ts';

export const listDeployments: Operation<'listDeployments'> = {
  access: 'read',
  run: async ({ app_id, base_name, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const page = { after: readCursor(paging, ''), limit: rowsToRead(paging) };
    const rows = await readDeployments(db, { appId: app.id, baseName: base_name }, page);
    return toPage(rows, paging, (row) => row.id, toDeployment);
  },
};

export const listRoutes: Operation<'listRoutes'> = {
  access: 'read',
  run: async ({ app_id, base_name }, { db }) => {
    const app = await requireApp(db, app_id);
    if (base_name !== undefined) await requireBaseNamed(db, app.id, base_name);
    // Without a base, the code deployed last represents the app.
    const newest = await findLastDeployment(db, { appId: app.id, baseName: base_name });
    return newest === null ? [] : routesOf(newest);
  },
};
