import { toAppType } from '../../contract/apps/app.ts';
import type { Operation } from '../operation/operation.ts';
import { toPage, readPageAfter } from '../store/page.ts';
import {
  countRecords,
  deleteAppRecords,
  insertApp,
  readApps,
  renameApp,
  requireApp,
  requireNewAppName,
} from './queries.ts';

export const createApp: Operation<'createApp'> = {
  audit: { kind: 'app', verb: 'created' },
  run: async ({ body }, { db, now, record }) => {
    await requireNewAppName(db, body.app_name, null);
    const id = await insertApp(db, { name: body.app_name, type: toAppType(body.template_key), now });
    record({ kind: 'app', id, name: body.app_name, appId: id, after: id, summary: 'created' });
    return { app_id: id, app_name: body.app_name };
  },
};

export const listApps: Operation<'listApps'> = {
  run: async ({ app_name: name, id_prefix: idPrefix, ...paging }, { db, principal: { appIds: among = null } }) => {
    const page = readPageAfter(paging, '');
    const rows = await readApps(db, { name, idPrefix, among, ...page });
    return toPage(rows, paging, 'id', (row) => ({
      app_id: row.id,
      app_name: row.name,
      app_type: row.app_type,
      updated_at: row.updated_at,
    }));
  },
};

export const countAppRecords: Operation<'countAppRecords'> = {
  run: async ({ app_id }, { db }) => await countRecords(db, (await requireApp(db, app_id)).id),
};

export const updateApp: Operation<'updateApp'> = {
  audit: { kind: 'app', verb: 'changed' },
  run: async ({ app_id, body }, { db, now, record }) => {
    const app = await requireApp(db, app_id);
    await requireNewAppName(db, body.app_name, app.id);
    await renameApp(db, app.id, body.app_name, now);
    const summary = `was ${app.name}`;
    record({ kind: 'app', id: app.id, name: body.app_name, appId: app.id, before: app.id, after: app.id, summary });
    return { app_id: app.id, app_name: body.app_name };
  },
};

export const deleteApp: Operation<'deleteApp'> = {
  audit: { kind: 'app', verb: 'deleted' },
  run: async ({ app_id }, { db, record }) => {
    const app = await requireApp(db, app_id);
    await deleteAppRecords(db, app.id);
    record({ kind: 'app', id: app.id, name: app.name, appId: app.id, before: app.id, summary: 'deleted' });
    return null;
  },
};
