import { v7 as newId } from 'uuid';
import type { Operation } from '../operation/operation.ts';
import { beginsWith, readCursor, rowsToRead, toPage } from '../store/page.ts';
import { readProjectId, requireApp, requireFreeAppName } from './queries.ts';
import { insertFirstEnvironments } from '../environments/queries/environments.ts';

export const createApp: Operation<'createApp'> = {
  access: 'write',
  run: async ({ body }, { db, now, record }) => {
    await requireFreeAppName(db, body.app_name, null);
    const id = newId();
    await db
      .insertInto('apps')
      .values({
        id,
        project_id: await readProjectId(db),
        name: body.app_name,
        app_type: 'custom',
        created_at: now,
        updated_at: now,
      })
      .execute();
    await insertFirstEnvironments(db, id);
    record({ kind: 'app', id, name: body.app_name, appId: id, after: id, summary: 'made' });
    return { app_id: id, app_name: body.app_name };
  },
};

export const listApps: Operation<'listApps'> = {
  access: 'read',
  run: async ({ app_name, id_prefix, ...paging }, { db }) => {
    const rows = await db
      .selectFrom('apps')
      .selectAll()
      .where('id', '>', readCursor(paging, ''))
      .where(beginsWith('id', id_prefix))
      .$if(app_name !== undefined, (query) => query.where('name', '=', app_name ?? ''))
      .orderBy('id')
      .limit(rowsToRead(paging))
      .execute();
    return toPage(
      rows,
      paging,
      (row) => row.id,
      (row) => ({ app_id: row.id, app_name: row.name, app_type: row.app_type, updated_at: row.updated_at }),
    );
  },
};

export const countAppRecords: Operation<'countAppRecords'> = {
  access: 'read',
  run: async ({ app_id }, { db }) => {
    const { id } = await requireApp(db, app_id);
    const { variants, evaluations, human } = await db
      .selectNoFrom((the) => [
        the.selectFrom('variants').where('app_id', '=', id).select(the.fn.countAll().as('count')).as('variants'),
        the.selectFrom('evaluations').where('app_id', '=', id).select(the.fn.countAll().as('count')).as('evaluations'),
        // An index of its own answers each count, where one count under both conditions would read all records.
        the
          .selectFrom('evaluations')
          .where('app_id', '=', id)
          .where('human_evaluation_id', 'is not', null)
          .select(the.fn.countAll().as('count'))
          .as('human'),
      ])
      .executeTakeFirstOrThrow();
    return { variants: Number(variants), evaluations: Number(evaluations) - Number(human) };
  },
};

export const updateApp: Operation<'updateApp'> = {
  access: 'write',
  run: async ({ app_id, body }, { db, now, record }) => {
    const app = await requireApp(db, app_id);
    await requireFreeAppName(db, body.app_name, app.id);
    await db.updateTable('apps').set({ name: body.app_name, updated_at: now }).where('id', '=', app.id).execute();
    const summary = `was ${app.name}`;
    record({ kind: 'app', id: app.id, name: body.app_name, appId: app.id, before: app.id, after: app.id, summary });
    return { app_id: app.id, app_name: body.app_name };
  },
};

export const deleteApp: Operation<'deleteApp'> = {
  access: 'write',
  run: async ({ app_id }, { db, record }) => {
    const app = await requireApp(db, app_id);
    // What refers to others goes first: environments to variants and deployments, those to bases.
    for (const table of ['environments', 'evaluations', 'human_evaluations', 'evaluator_configs'] as const) {
      await db.deleteFrom(table).where('app_id', '=', app.id).execute();
    }
    for (const table of ['variants', 'deployments', 'bases'] as const) {
      await db.deleteFrom(table).where('app_id', '=', app.id).execute();
    }
    await db.deleteFrom('apps').where('id', '=', app.id).execute();
    record({ kind: 'app', id: app.id, name: app.name, appId: app.id, before: app.id, summary: 'deleted' });
    return null;
  },
};
