import { notFound } from '../../../errors/not-found.ts';
import type { Operation } from '../../operation/operation.ts';
import { readCursor, rowsToRead, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';
import { routesOf, selectDeployments, toDeployment } from '../../variants/queries/deployments.ts';
import type { Db } from '../../store/schema.ts';

export const listDeployments: Operation<'listDeployments'> = {
  access: 'read',
  run: async ({ app_id, base_name, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const rows = await selectDeployments(db)
      .where('deployments.app_id', '=', app.id)
      .where('deployments.id', '>', readCursor(paging, ''))
      .$if(base_name !== undefined, (query) => query.where('bases.name', '=', base_name ?? ''))
      .orderBy('deployments.id')
      .limit(rowsToRead(paging))
      .execute();
    return toPage(rows, paging, (row) => row.id, toDeployment);
  },
};

export const listRoutes: Operation<'listRoutes'> = {
  access: 'read',
  run: async ({ app_id, base_name }, { db }) => {
    const app = await requireApp(db, app_id);
    if (base_name !== undefined) await requireBaseNamed(db, app.id, base_name);
    // Without a base, the code deployed last speaks for the app.
    const newest = await selectDeployments(db)
      .where('deployments.app_id', '=', app.id)
      .$if(base_name !== undefined, (query) => query.where('bases.name', '=', base_name ?? ''))
      .orderBy('deployments.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return newest === undefined ? [] : routesOf(newest);
  },
};

async function requireBaseNamed(db: Db, appId: string, name: string): Promise<void> {
  const bases = await db.selectFrom('bases').select('name').where('app_id', '=', appId).orderBy('name').execute();
  const available = bases.map((base) => base.name);
  if (!available.includes(name)) throw notFound({ kind: 'base', name, available });
}
