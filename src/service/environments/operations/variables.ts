import { readVariables, dropVariable, saveVariable, type VariableRow } from '../queries/variables.ts';
import { notFound } from '../../../foundation/errors/not-found.ts';
import type { Operation } from '../../operation/operation.ts';
import { ownerOf } from '../app-variables.ts';
import { readCursor, rowsToRead, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';

export const listVariables: Operation<'listVariables'> = {
  access: 'read',
  run: async ({ app_id, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const rows = await readVariables(db, app.id, { after: readCursor(paging, ''), limit: rowsToRead(paging) });
    return toPage(rows, paging, (row) => row.name, toVariable);
  },
};

export const setVariable: Operation<'setVariable'> = {
  access: 'write',
  audit: { kind: 'variable', verb: 'set' },
  run: async ({ app_id, variable_name: name, body }, { db, now, principal, record, service: { secrets } }) => {
    const app = await requireApp(db, app_id);
    const sealed = await secrets.seal(body.value, ownerOf(app.id, name));
    const row = { app_id: app.id, name, sealed, updated_at: now, modified_by: principal.name };
    await saveVariable(db, row);
    record({ kind: 'variable', id: name, name, appId: app.id, summary: 'set' });
    return toVariable(row);
  },
};

export const deleteVariable: Operation<'deleteVariable'> = {
  access: 'write',
  audit: { kind: 'variable', verb: 'unset' },
  run: async ({ app_id, variable_name: name }, { db, record }) => {
    const app = await requireApp(db, app_id);
    if (await dropVariable(db, app.id, name)) {
      record({ kind: 'variable', id: name, name, appId: app.id, summary: 'unset' });
      return null;
    }
    const rows = await readVariables(db, app.id);
    throw notFound({ kind: 'variable', name, available: rows.map((row) => row.name) });
  },
};

function toVariable({ name, updated_at, modified_by }: VariableRow) {
  return { name, updated_at, modified_by };
}
