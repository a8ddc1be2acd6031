import {
  readEnvironments,
  listRevisionsOf,
  requireEnvironment,
  toEnvironmentOutput,
  toEnvironmentRevision,
} from '../queries/environments.ts';
import type { Operation } from '../../operation/operation.ts';
import { readCursor, rowsToRead, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';

export const listAppEnvironments: Operation<'listAppEnvironments'> = {
  access: 'read',
  run: async ({ app_id, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const rows = await readEnvironments(db, app.id, { after: readCursor(paging, -1), limit: rowsToRead(paging) });
    return toPage(rows, paging, (row) => row.position, toEnvironmentOutput);
  },
};

export const getEnvironmentRevisions: Operation<'getEnvironmentRevisions'> = {
  access: 'read',
  revisionOf: ({ revision }) => revision ?? 0,
  run: async ({ app_id, environment_name, limit }, { db }) => {
    const app = await requireApp(db, app_id);
    const environment = await requireEnvironment(db, app.id, environment_name);
    return {
      ...toEnvironmentOutput(environment),
      revisions: (await listRevisionsOf(db, environment.id, limit)).map(toEnvironmentRevision),
    };
  },
};
